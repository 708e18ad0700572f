import Foundation
import StateCore
import StateJSON
import StateTestSupport
import Testing

@testable import StatePersistence

@Suite struct RecordTests {
  private func read(_ text: String) throws -> Record { try Record(Array(text.utf8)) }

  @Test func aRecordIsTheSameBehindItsText() throws {
    let record = Record(
      name: "a \"name\"",
      version: 3,
      revision: 12,
      fields: [
        "b": SavedJSON(["x": .array([1, .null])]),
        "a\n": SavedJSON("text"),
      ]
    )
    #expect(try Record(record.bytes) == record)
    let child = Record(name: nil, version: 1, fields: ["a": SavedJSON(1)])
    #expect(String(decoding: child.bytes, as: UTF8.self) == #"{"version":1,"fields":{"a":1}}"#)
    #expect(try Record(child.bytes) == child)
    #expect(try Record(Record(name: "Empty", version: 1).bytes).fields.isEmpty)
  }

  @Test(arguments: [
    ("", "an object is missing"), ("{}", "\"fields\" is missing"), ("[]", "an object is missing"),
    (#"{"fields":{}}"#, "\"version\" is missing"),
    (#"{"fields":{},"version":0}"#, "\"version\" is missing"),
    (#"{"fields":{},"version":1.5}"#, "\"version\" is missing"),
    (#"{"fields":[],"version":1}"#, "the name \"fields\""),
    (#"{"fields":{},"version":1} {"#, "unexpected data after the value"),
    (#"{"fields":{"a":1,"a":2},"version":1}"#, "the name \"a\" occurs twice"),
    (#"{"fields":{"a":"#, "a value is missing"),
  ])
  func whatIsNotARecordIsDamaged(text: String, reason: String) throws {
    let error = try #require(throws: SavedStateError.self) { try read(text) }
    #expect(error.code == .damaged)
    #expect(error.reason.contains(reason), "\(error)")
  }

  @Test func numbersAreKeptExactly() throws {
    let text = #"{"version":1,"fields":{"a":123456789012345678901234567890.5,"b":1e400}}"#
    #expect(String(decoding: try read(text).bytes, as: UTF8.self) == text)
  }

  @Test func aValueThatIsTooDeepIsNotSaved() throws {
    struct Deep: Encodable {
      let depth: Int

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if depth > 0 { try container.encode(Deep(depth: depth - 1)) }
      }
    }
    #expect(throws: SavedStateError.self) { try SavedJSON(encoding: Deep(depth: 400)) }
    let json = try SavedJSON(encoding: Deep(depth: 300))
    let record = Record(name: "Deep", version: 1, fields: ["deep": json])
    #expect(try Record(record.bytes) == record)
  }

  /// Reads damaged records.
  ///
  /// Each one is read or refused, and writing a record that was read doesn't change it.
  @Test func damageDoesNotTrap() throws {
    var random = SeededGenerator(seed: 7)
    let start = Array(
      """
      {"state":"Settings","version":2,"revision":7,"fields":{
      "deep":[[[{"a":[{}]}]]],"number":-1.5e10,"text":"é\\u00e9\\ud83d\\ude00\\n","theme":"dark",
      "child":{"version":1,"fields":{"name":"x"}}}}
      """.utf8
    )
    let signs = "{}[]\",:0\nulltrue".utf8
    var readable = 0
    for _ in 0..<(fuzzCount ?? (isSanitized ? 500 : 5000)) {
      var bytes = start
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
        case 3: bytes.removeLast(bytes.count - place)
        default:
          let end = Int.random(in: place..<bytes.count, using: &random)
          bytes.insert(contentsOf: bytes[place...end], at: place)
        }
        if bytes.isEmpty { break }
      }
      guard let record = try? Record(bytes) else { continue }
      readable += 1
      for json in record.fields.values {
        #expect(json.bytes.count <= bytes.count)
        _ = try? json.decode([String: [Int]].self)
        _ = try? Record(json)
        _ = json.value
      }
      if record.name != nil { #expect(try Record(record.bytes) == record) }
    }
    #expect(readable > 0)
  }
}
