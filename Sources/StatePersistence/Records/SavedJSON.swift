import Foundation
import StateJSON

/// A value as JSON text that is known to be valid.
struct SavedJSON: Hashable, Sendable {
  /// The maximum nesting depth: deeper values couldn't be read again.
  static let deepest = 400
  static let isTooDeep = "it is nested too deeply"

  let bytes: [UInt8]

  /// Creates a value from text that a reader has checked.
  init(checked bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
  }

  init(_ value: JSONValue) {
    bytes = JSONText.bytes(of: value)
  }

  init(encoding value: any Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    try self.init(encoded: Array(try encoder.encode(value)))
  }

  /// Creates a value from text that is valid but may be nested too deeply.
  init(encoded bytes: [UInt8]) throws(SavedStateError) {
    if JSONReader.depth(of: bytes[...]) > Self.deepest {
      throw SavedStateError(.field, Self.isTooDeep)
    }
    self.bytes = bytes
  }

  /// Creates a value from the record of a child.
  init(_ record: Record) {
    bytes = record.bytes
  }

  static let null = SavedJSON(JSONValue.null)

  static func array(of elements: [SavedJSON]) -> SavedJSON {
    let text = elements.map(\.bytes).joined(separator: [UInt8(ascii: ",")])
    return SavedJSON(checked: [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")])
  }

  /// The parsed value, which valid text always has.
  var value: JSONValue {
    (try? JSONReader.value(in: bytes[...], deepest: .max)) ?? .null
  }

  var isNull: Bool { bytes.elementsEqual("null".utf8) }

  /// Returns the elements of an array.
  func elements() throws(JSONReader.Failure) -> [SavedJSON] {
    try JSONReader.elements(of: bytes[...]).map { SavedJSON(checked: $0) }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return try decoder.decode(type, from: Data(bytes))
  }
}

extension SavedJSON: CustomStringConvertible {
  var description: String { String(decoding: bytes, as: UTF8.self) }
}
