import Foundation
import StateFields
import StateJSON

/// A decoder without input: it notes what a type asks for, and answers with empty texts and zeros.
struct OutlineDecoder: Decoder {
  /// An error that a type has no example.
  struct NoExample: Error {}

  /// Recursive types end here.
  private static let deepest = 8

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  fileprivate let outline: DecodingOutline
  /// The index of the only present key; `nil` for the first one.
  private let chosen: Int?
  private let depth: Int

  init(_ outline: DecodingOutline, choosing chosen: Int? = nil, depth: Int = 0) {
    self.outline = outline
    self.chosen = chosen
    self.depth = depth
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
    let keys = EnumCases.all(Key.self)
    outline.keys = keys.map(\.stringValue)
    let index = chosen ?? 0
    let present = index < keys.count ? [keys[index]] : []
    return KeyedDecodingContainer(KeyedOutline(decoder: self, allKeys: present))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    outline.value = .array([])
    return EmptyOutline()
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleOutline(decoder: self) }

  /// Returns an example of a type.
  fileprivate func example<Value: Decodable>(
    _ type: Value.Type,
    in outline: DecodingOutline
  ) throws -> Value {
    if depth >= Self.deepest { throw NoExample() }
    if let (value, json) = Self.known(type) {
      outline.value = json
      return value
    }
    if let (value, choices) = Self.firstOfRaw(type) {
      outline.choices = choices
      outline.value = choices.first
      return value
    }
    let value: Value
    do { value = try Value(from: OutlineDecoder(outline, depth: depth + 1)) } catch {
      if outline.parts.isEmpty { outline.value = outline.value ?? .null }
      throw error
    }
    return value
  }

  /// The example of a part, after which other parts follow.
  fileprivate func example<Value: Decodable>(
    _ type: Value.Type,
    of name: String
  ) throws -> Value {
    try example(type, in: outline.part(name, ValueText.name(of: type)))
  }

  /// A decoder of a part.
  fileprivate func inside(_ name: String) -> OutlineDecoder {
    OutlineDecoder(outline.part(name, nil), depth: depth + 1)
  }

  /// The example of a type that decodes itself from text or a number.
  private static func known<Value: Decodable>(_ type: Value.Type) -> (Value, JSONValue)? {
    func pair(_ value: Any, _ json: JSONValue) -> (Value, JSONValue)? {
      (value as? Value).map { ($0, json) }
    }
    if let type = type as? any FixedWidthInteger.Type { return pair(zero(type), 0) }
    if let type = type as? any BinaryFloatingPoint.Type { return pair(zero(type), 0) }
    switch type {
    case is String.Type: return pair("", "")
    case is Bool.Type: return pair(false, false)
    case is Decimal.Type: return pair(Decimal(), 0)
    case is Data.Type: return pair(Data(), "")
    case is Date.Type: return pair(Date(timeIntervalSinceReferenceDate: 0), 0)
    case is URL.Type:
      let text = "https://example.com"
      return URL(string: text).flatMap { pair($0, .string(text)) }
    case is UUID.Type:
      let text = "00000000-0000-0000-0000-000000000000"
      return UUID(uuidString: text).flatMap { pair($0, .string(text)) }
    case is JSONValue.Type: return pair(JSONValue.null, .null)
    default: return nil
    }
  }

  private static func zero<Number: Numeric>(_: Number.Type) -> Any { Number.zero }

  /// The first case of an enumeration with raw values, and all raw values.
  private static func firstOfRaw<Value>(_ type: Value.Type) -> (Value, [JSONValue])? {
    let cases = EnumCases.all(type)
    let choices = cases.compactMap { ($0 as? any RawRepresentable).flatMap { json(ofRaw: $0) } }
    guard let first = cases.first, choices.count == cases.count else { return nil }
    return (first, choices)
  }

  private static func json(ofRaw value: some RawRepresentable) -> JSONValue? {
    switch value.rawValue {
    case let text as String: .string(text)
    case let number as Int: .int(Int64(number))
    default: nil
    }
  }
}

private struct KeyedOutline<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: OutlineDecoder
  let allKeys: [Key]
  let codingPath: [any CodingKey] = []

  private func note(_ key: Key, _ type: String?) -> DecodingOutline {
    decoder.outline.part(key.stringValue, type)
  }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    note(key, nil).value = .null
    return true
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    do { return try decoder.example(type, of: key.stringValue) } catch {
      // The type doesn't ask for the parts behind this one.
      decoder.outline.fill(decoder.outline.keys)
      throw error
    }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    let outline = note(key, "\(ValueText.name(of: type))?")
    let inner = DecodingOutline()
    _ = try? decoder.example(type, in: inner)
    outline.choices = inner.choices
    outline.value = .null
    return nil
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy: Inner.Type,
    forKey key: Key
  ) -> KeyedDecodingContainer<Inner> {
    decoder.inside(key.stringValue).container(keyedBy: Inner.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    note(key, nil).value = .array([])
    return EmptyOutline()
  }

  func superDecoder() -> any Decoder { decoder.inside("super") }
  func superDecoder(forKey key: Key) -> any Decoder { decoder.inside(key.stringValue) }
}

private struct SingleOutline: SingleValueDecodingContainer {
  let decoder: OutlineDecoder
  let codingPath: [any CodingKey] = []

  func decodeNil() -> Bool {
    decoder.outline.value = .null
    return true
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.example(type, in: decoder.outline)
  }
}

/// A list without elements.
private struct EmptyOutline: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey] = []
  let count: Int? = 0
  let isAtEnd = true
  let currentIndex = 0

  func decodeNil() throws -> Bool { throw OutlineDecoder.NoExample() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    throw OutlineDecoder.NoExample()
  }

  func nestedContainer<Key: CodingKey>(
    keyedBy: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    throw OutlineDecoder.NoExample()
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw OutlineDecoder.NoExample()
  }

  func superDecoder() throws -> any Decoder { throw OutlineDecoder.NoExample() }
}
