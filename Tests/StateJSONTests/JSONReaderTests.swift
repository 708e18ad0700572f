import StateJSON
import Testing

@Suite struct JSONReaderTests {
  private func read(_ text: String) -> JSONValue? {
    try? JSONReader.value(in: Array(text.utf8)[...])
  }

  private func failure(_ text: String) -> String? {
    do throws(JSONReader.Failure) {
      _ = try JSONReader.value(in: Array(text.utf8)[...])
      return nil
    } catch {
      return error.reason
    }
  }

  private static let values: [(String, JSONValue)] = [
    ("null", .null), ("true", true), (" false ", false), ("0", 0), ("-7", -7),
    ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
    ("18446744073709551615", .uint(.max)),
    ("18446744073709551616", .number("18446744073709551616")), ("1.5", .double(1.5)),
    ("-0", .double(-0.0)), ("1e2", .double(100)), ("1E+2", .double(100)),
    ("1e999", .number("1e999")), ("0.1234567890123456789", .number("0.1234567890123456789")),
    ("\"\"", ""), (#""a\n\"\\\/\u00e9\ud83d\ude00""#, "a\n\"\\/é😀"), ("[]", .array([])),
    ("[1, [2]]", .array([1, .array([2])])), ("{}", [:]),
    (#"{"a":1,"b":{"c":null}}"#, ["a": 1, "b": ["c": .null]]),
  ]

  @Test(arguments: values)
  func valuesAreRead(text: String, value: JSONValue) throws {
    #expect(read(text) == value)
    #expect(read(value.description) == value)
  }

  private static let mistakes: [(String, String)] = [
    ("", "a value is missing, at byte 1"), ("[", "a value is missing, at byte 2"),
    ("[1", "an array isn't closed, at byte 3"),
    ("[1,]", "an invalid value, at byte 4"),
    ("{1", "a name is missing, at byte 2"), ("{\"a\"", "a colon is missing, at byte 5"),
    ("{\"a\":1", "an object isn't closed, at byte 7"),
    ("{\"a\":1,\"a\":2}", "the name \"a\" occurs twice, at byte 13"),
    ("nul", "an invalid value, at byte 1"),
    ("01", "unexpected data after the value, at byte 2"),
    ("-", "a digit is missing, at byte 2"), ("1.", "a digit is missing, at byte 3"),
    ("1e+", "a digit is missing, at byte 4"), ("\"a", "a string isn't closed, at byte 3"),
    ("\"\n\"", "a string contains a control character, at byte 3"),
    ("\"\\x\"", "an unknown escape, at byte 4"),
    ("\"\\u12", "four hexadecimal digits are missing, at byte 4"),
    ("\"\\u+123\"", "four hexadecimal digits are missing, at byte 4"),
    ("\"\\ud800\"", "an incomplete surrogate pair, at byte 8"),
    ("\"\\udc00\"", "an incomplete surrogate pair, at byte 8"),
    ("\"\\ud800\\u0041\"", "an incomplete surrogate pair, at byte 14"),
  ]

  @Test(arguments: mistakes)
  func mistakesAreFound(text: String, reason: String) {
    #expect(failure(text) == reason)
  }

  @Test func bytesThatAreNotTextAreRefused() {
    for bytes in [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x80]] as [[UInt8]] {
      #expect(throws: JSONReader.Failure.self) {
        try JSONReader.value(in: ([0x22] + bytes + [0x22])[...])
      }
    }
  }

  @Test func theDepthHasALimit() {
    let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(read(deep(256)) != nil)
    #expect(failure(deep(257))?.hasPrefix("it is nested too deeply") == true)
  }

  private func object(_ text: String) -> (head: [String: JSONValue], members: [String: String]?)? {
    guard
      let read = try? JSONReader.object(in: Array(text.utf8)[...], membersOf: "fields")
    else { return nil }
    return (read.head, read.members?.mapValues { String(decoding: $0, as: UTF8.self) })
  }

  @Test func anObjectIsTakenApart() throws {
    let read = try #require(
      object(#" {"version": 2, "fields": { "a" : [1, {"b": 2}] ,"c":"\\"}, "other": {}} "#)
    )
    #expect(read.head == ["version": 2, "other": [:]])
    #expect(read.members == ["a": #"[1, {"b": 2}]"#, "c": #""\\""#])
    let empty = try #require(object(#"{"fields":{}}"#))
    #expect(empty.head.isEmpty)
    #expect(empty.members == [:])
    let none = try #require(object("{}"))
    #expect(none.members == nil)
  }

  @Test(arguments: [
    "", "[]", "{", #"{"fields":{}"#, #"{"fields":{"a":1,"a":2}}"#, #"{"fields":{},"fields":{}}"#,
    #"{"fields":{"a":}}"#, #"{"fields":1}"#, #"{"fields":{}} 1"#, #"{"fields":{"a":nul}}"#,
  ])
  func noObjectIsTakenApart(text: String) {
    #expect(object(text) == nil)
  }

  @Test func anArrayIsTakenApart() throws {
    func elements(_ text: String) -> [String]? {
      (try? JSONReader.elements(of: Array(text.utf8)[...]))?
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(elements(#" [1, "a,b" ,[2,3]] "#) == ["1", #""a,b""#, "[2,3]"])
    #expect(elements("[]") == [])
    for text in ["", "{}", "[1", "[1,]", "[] 1"] { #expect(elements(text) == nil, "\(text)") }
  }

  @Test(arguments: [
    ("1", 0), (#""[[""#, 0), (#""\"[[""#, 0), ("[]", 1), (#"[{"a":[1]},[]]"#, 3),
    (#"["\\",[[]]]"#, 3),
  ])
  func theDepthIsKnown(text: String, depth: Int) {
    #expect(JSONReader.depth(of: Array(text.utf8)[...]) == depth)
  }
}
