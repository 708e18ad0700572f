/// Reads one JSON value from untrusted bytes.
package struct JSONReader {
  /// The reason why bytes aren't valid JSON.
  package struct Failure: Error {
    package let reason: String

    package init(reason: String) {
      self.reason = reason
    }
  }

  private let bytes: ArraySlice<UInt8>
  private var next: Int
  private var depth = 0
  /// The maximum nesting depth of arrays and objects.
  private let deepest: Int

  /// Reads bytes that contain exactly one value, apart from surrounding whitespace.
  package static func value(
    in bytes: ArraySlice<UInt8>,
    deepest: Int = 256
  ) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes, deepest: deepest)
    let value = try reader.value()
    reader.skipSpaces()
    if reader.next != bytes.endIndex { throw reader.failure("unexpected data after the value") }
    return value
  }

  /// Reads bytes that contain one object, and splits the object under one of its names into members.
  ///
  /// - Returns: The values of the other names, and the texts of the members of the object under `name`, or `nil` if
  ///   that name is missing.
  package static func object(
    in bytes: ArraySlice<UInt8>,
    membersOf name: String,
    deepest: Int = 512
  ) throws(Failure) -> (head: [String: JSONValue], members: [String: ArraySlice<UInt8>]?) {
    var reader = JSONReader(bytes, deepest: deepest)
    var head: [String: JSONValue] = [:]
    var members: [String: ArraySlice<UInt8>]?
    try reader.whole { reader throws(Failure) in
      if !reader.take(UInt8(ascii: "{")) { throw reader.failure("an object is missing") }
      try reader.eachMember { (reader, key: String) throws(Failure) in
        if key == name, members == nil, reader.take(UInt8(ascii: "{")) {
          members = try reader.memberTexts()
        } else if head.updateValue(try reader.value(), forKey: key) != nil || key == name {
          throw reader.failure("the name \"\(key.prefix(40))\" occurs twice, or isn't an object")
        }
      }
    }
    return (head, members)
  }

  /// Returns the texts of an array's elements.
  ///
  /// The array must be the only content.
  package static func elements(
    of bytes: ArraySlice<UInt8>,
    deepest: Int = 512
  ) throws(Failure) -> [ArraySlice<UInt8>] {
    var reader = JSONReader(bytes, deepest: deepest)
    var elements: [ArraySlice<UInt8>] = []
    try reader.whole { reader throws(Failure) in
      if !reader.take(UInt8(ascii: "[")) { throw reader.failure("an array is missing") }
      try reader.eachElement { reader throws(Failure) in elements.append(try reader.text()) }
    }
    return elements
  }

  /// Returns the nesting depth of arrays and objects in a valid text.
  package static func depth(of bytes: ArraySlice<UInt8>) -> Int {
    var (depth, deepest) = (0, 0)
    var isInText = false
    var isEscaped = false
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInText: isEscaped = true
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "[") where !isInText, UInt8(ascii: "{") where !isInText:
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]") where !isInText, UInt8(ascii: "}") where !isInText: depth -= 1
      default: break
      }
    }
    return deepest
  }

  private mutating func whole(
    _ read: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    skipSpaces()
    try read(&self)
    skipSpaces()
    if next != bytes.endIndex { throw failure("unexpected data after the value") }
  }

  /// Returns the text of a value.
  ///
  /// The value is validated, except for duplicate names in objects.
  private mutating func text() throws(Failure) -> ArraySlice<UInt8> {
    skipSpaces()
    let start = next
    try skip()
    return bytes[start..<next]
  }

  /// Skips a value, which costs a fraction of decoding it.
  private mutating func skip() throws(Failure) {
    skipSpaces()
    switch byte {
    case UInt8(ascii: "{"):
      try nested { reader throws(Failure) in
        try reader.eachMember(named: { reader throws(Failure) in try reader.skipString() }) {
          (reader, _: Void) throws(Failure) in try reader.skip()
        }
      }
    case UInt8(ascii: "["):
      try nested { reader throws(Failure) in
        try reader.eachElement { reader throws(Failure) in try reader.skip() }
      }
    case UInt8(ascii: "\""): try skipString()
    case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte):
      _ = try scanNumber()
    default: _ = try value()
    }
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private mutating func skipString() throws(Failure) {
    let start = next
    next += 1
    while let byte, byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\\") {
      next += 1
      if byte == UInt8(ascii: "\"") { return }
    }
    next = start
    _ = try string()
  }

  private mutating func memberTexts() throws(Failure) -> [String: ArraySlice<UInt8>] {
    var texts: [String: ArraySlice<UInt8>] = [:]
    try eachMember { (reader, name: String) throws(Failure) in
      if texts.updateValue(try reader.text(), forKey: name) != nil {
        throw reader.failure("the name \"\(name.prefix(40))\" occurs twice")
      }
    }
    return texts
  }

  private mutating func eachMember(
    _ read: (inout JSONReader, String) throws(Failure) -> Void
  ) throws(Failure) {
    try eachMember(named: { reader throws(Failure) in try reader.string() }, read)
  }

  /// Calls `read` at each value of an object whose opening brace has been read.
  private mutating func eachMember<Name>(
    named name: (inout JSONReader) throws(Failure) -> Name,
    _ read: (inout JSONReader, Name) throws(Failure) -> Void
  ) throws(Failure) {
    if take(UInt8(ascii: "}")) { return }
    repeat {
      skipSpaces()
      if byte != UInt8(ascii: "\"") { throw failure("a name is missing") }
      let name = try name(&self)
      if !take(UInt8(ascii: ":")) { throw failure("a colon is missing") }
      try read(&self, name)
    } while take(UInt8(ascii: ","))
    if !take(UInt8(ascii: "}")) { throw failure("an object isn't closed") }
  }

  /// Calls `read` at each element of an array whose opening bracket has been read.
  private mutating func eachElement(
    _ read: (inout JSONReader) throws(Failure) -> Void
  ) throws(Failure) {
    if take(UInt8(ascii: "]")) { return }
    repeat { try read(&self) } while take(UInt8(ascii: ","))
    if !take(UInt8(ascii: "]")) { throw failure("an array isn't closed") }
  }

  private init(_ bytes: ArraySlice<UInt8>, deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
    next = bytes.startIndex
  }

  private func failure(_ reason: String) -> Failure {
    Failure(reason: "\(reason), at byte \(next - bytes.startIndex + 1)")
  }

  private var byte: UInt8? { next < bytes.endIndex ? bytes[next] : nil }

  private mutating func skipSpaces() {
    while let byte, byte <= 0x20, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
      next += 1
    }
  }

  private mutating func take(_ wanted: UInt8) -> Bool {
    skipSpaces()
    guard byte == wanted else { return false }
    next += 1
    return true
  }

  private mutating func value() throws(Failure) -> JSONValue {
    skipSpaces()
    guard let byte else { throw failure("a value is missing") }
    switch byte {
    case UInt8(ascii: "{"): return try nested { reader throws(Failure) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(Failure) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), Self.digits: return try number()
    default: throw failure("an invalid value")
    }
  }

  private mutating func nested<Result>(
    _ read: (inout JSONReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    next += 1
    depth += 1
    if depth > deepest { throw failure("it is nested too deeply") }
    let result = try read(&self)
    depth -= 1
    return result
  }

  private mutating func array() throws(Failure) -> JSONValue {
    var values: [JSONValue] = []
    try eachElement { reader throws(Failure) in values.append(try reader.value()) }
    return .array(values)
  }

  private mutating func object() throws(Failure) -> JSONValue {
    var values: [String: JSONValue] = [:]
    try eachMember { (reader, name: String) throws(Failure) in
      if values.updateValue(try reader.value(), forKey: name) != nil {
        throw reader.failure("the name \"\(name.prefix(40))\" occurs twice")
      }
    }
    return .object(values)
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    guard bytes[next...].starts(with: word.utf8) else {
      throw failure("an invalid value")
    }
    next += word.utf8.count
    return value
  }

  // MARK: Numbers

  private mutating func digits() throws(Failure) {
    let start = next
    while let byte, Self.digits.contains(byte) { next += 1 }
    if next == start { throw failure("a digit is missing") }
  }

  /// - Returns: `true` if the number has neither a fraction nor an exponent.
  private mutating func scanNumber() throws(Failure) -> Bool {
    var isWhole = true
    if byte == UInt8(ascii: "-") { next += 1 }
    if byte == UInt8(ascii: "0") { next += 1 } else { try digits() }
    if byte == UInt8(ascii: ".") {
      isWhole = false
      next += 1
      try digits()
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      isWhole = false
      next += 1
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { next += 1 }
      try digits()
    }
    return isWhole
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = next
    let isWhole = try scanNumber()
    let text = String(decoding: bytes[start..<next], as: UTF8.self)
    if isWhole, text != "-0" {
      if let number = Int64(text) { return .int(number) }
      if let number = UInt64(text) { return .uint(number) }
      return .number(text)
    }
    // A number with more digits than a `Double` can hold keeps its text.
    guard text.utf8.count <= 24, let number = Double(text), number.isFinite else {
      return .number(text)
    }
    let digits = text.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
      .count { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return digits <= 17 ? .double(number) : .number(text)
  }

  // MARK: Texts

  private mutating func string() throws(Failure) -> String {
    next += 1
    let start = next
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      next += 1
    }
    var text = Array(bytes[start..<next])
    while true {
      guard let byte else { throw failure("a string isn't closed") }
      next += 1
      switch byte {
      case UInt8(ascii: "\""):
        let valid = String(decoding: text, as: UTF8.self)
        // Decoding replaces bytes that aren't UTF-8.
        if !valid.utf8.elementsEqual(text) { throw failure("a string isn't UTF-8") }
        return valid
      case UInt8(ascii: "\\"): text += try escaped()
      case 0..<0x20: throw failure("a string contains a control character")
      default: text.append(byte)
      }
    }
  }

  private mutating func escaped() throws(Failure) -> [UInt8] {
    guard let byte else { throw failure("a string isn't closed") }
    next += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0c]
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      var code = try unit()
      if (0xd800..<0xdc00).contains(code) {
        guard bytes[next...].starts(with: "\\u".utf8) else {
          throw failure("an incomplete surrogate pair")
        }
        next += 2
        let low = try unit()
        guard (0xdc00..<0xe000).contains(low) else { throw failure("an incomplete surrogate pair") }
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw failure("an incomplete surrogate pair") }
      return Array(String(Character(scalar)).utf8)
    default: throw failure("an unknown escape")
    }
  }

  private mutating func unit() throws(Failure) -> UInt32 {
    let digits = bytes[next...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("four hexadecimal digits are missing") }
    next += 4
    return code
  }
}
