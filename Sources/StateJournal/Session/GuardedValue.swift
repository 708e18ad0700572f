import Foundation
import StateFields

/// A value that is encoded unchanged, unless a part at any depth hides its own parts.
///
/// Such a part is an error. If a type's own `encode(to:)` extracts data from an object and encodes it separately, this
/// isn't detected.
struct GuardedValue: Encodable {
  /// The error for a part that must not be encoded.
  struct Failure: Error {}

  let value: any Encodable

  func encode(to encoder: any Encoder) throws {
    if Redaction.hidesParts(of: value) { throw Failure() }
    try value.encode(to: GuardedEncoder(encoder: encoder))
  }

  /// Encodes a part with `encode`.
  ///
  /// If the part can't contain hidden parts, `encode` receives the value itself.
  static func encode<Result>(
    _ value: some Encodable,
    _ encode: (any Encodable) throws -> Result
  ) throws -> Result {
    // A JSON encoder has special forms for some of these types, and numbers encode themselves.
    try encode(value is any Partless ? value : GuardedValue(value: value))
  }
}

/// A value that contains no objects or actions.
private protocol Partless {}

extension Bool: Partless {}
extension String: Partless {}
extension Int: Partless {}
extension Int8: Partless {}
extension Int16: Partless {}
extension Int32: Partless {}
extension Int64: Partless {}
extension UInt: Partless {}
extension UInt8: Partless {}
extension UInt16: Partless {}
extension UInt32: Partless {}
extension UInt64: Partless {}
extension Float: Partless {}
extension Double: Partless {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: Partless {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: Partless {}
extension Date: Partless {}
extension Data: Partless {}
extension URL: Partless {}
extension UUID: Partless {}
extension Decimal: Partless {}
extension Array: Partless where Element: Partless {}
extension Set: Partless where Element: Partless {}
extension Dictionary: Partless where Key: Partless, Value: Partless {}
extension Optional: Partless where Wrapped: Partless {}

private struct GuardedEncoder: Encoder {
  let encoder: any Encoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(GuardedKeys(container: encoder.container(keyedBy: type)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    GuardedElements(container: encoder.unkeyedContainer())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    GuardedSingle(container: encoder.singleValueContainer())
  }
}

private struct GuardedKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var container: KeyedEncodingContainer<Key>

  var codingPath: [any CodingKey] { container.codingPath }

  mutating func encodeNil(forKey key: Key) throws { try container.encodeNil(forKey: key) }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    try GuardedValue.encode(value) { try container.encode($0, forKey: key) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(
      GuardedKeys<Nested>(container: container.nestedContainer(keyedBy: type, forKey: key))
    )
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    GuardedElements(container: container.nestedUnkeyedContainer(forKey: key))
  }

  mutating func superEncoder() -> any Encoder {
    GuardedEncoder(encoder: container.superEncoder())
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    GuardedEncoder(encoder: container.superEncoder(forKey: key))
  }
}

private struct GuardedElements: UnkeyedEncodingContainer {
  var container: any UnkeyedEncodingContainer

  var codingPath: [any CodingKey] { container.codingPath }
  var count: Int { container.count }

  mutating func encodeNil() throws { try container.encodeNil() }

  mutating func encode(_ value: some Encodable) throws {
    try GuardedValue.encode(value) { try container.encode($0) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(GuardedKeys(container: container.nestedContainer(keyedBy: type)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    GuardedElements(container: container.nestedUnkeyedContainer())
  }

  mutating func superEncoder() -> any Encoder {
    GuardedEncoder(encoder: container.superEncoder())
  }
}

private struct GuardedSingle: SingleValueEncodingContainer {
  var container: any SingleValueEncodingContainer

  var codingPath: [any CodingKey] { container.codingPath }

  mutating func encodeNil() throws { try container.encodeNil() }

  mutating func encode(_ value: some Encodable) throws {
    try GuardedValue.encode(value) { try container.encode($0) }
  }
}
