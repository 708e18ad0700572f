import Foundation
import StateFields
import StateJSON
import StateRecord

/// Conversion between values and JSON through `Codable`.
enum JSONCoding {
  /// The maximum nesting depth.
  ///
  /// Deeper values would be too deep inside a line of a file.
  private static let deepest = 200

  /// Returns the value as JSON.
  ///
  /// Returns `nil` if it can't be encoded, or if it is or contains an object with declared fields or a redacted action.
  static func json(of value: Any) -> JSONValue? {
    if let simple = simpleJSON(of: value) { return simple }
    guard let value = value as? any Encodable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    guard let data = try? GuardedValue.encode(value, { try encoder.encode($0) }) else { return nil }
    return try? JSONReader.value(in: Array(data)[...], deepest: deepest)
  }

  /// Returns the value as JSON, if it can be encoded and is approximately at most `size` bytes long.
  static func json(of value: Any, atMost size: Int) -> JSONValue? {
    guard ValueSize.estimate(value) <= size, let json = json(of: value) else { return nil }
    // The estimate extrapolates a collection from a few of its elements.
    return JSONText.bytes(of: json).count <= 4 * size ? json : nil
  }

  /// Converts the most common types without an encoder.
  private static func simpleJSON(of value: Any) -> JSONValue? {
    switch value {
    case let text as String: .string(text)
    case let number as Int: .int(Int64(number))
    case let isTrue as Bool: .bool(isTrue)
    case let number as Double where number.isFinite: .double(number)
    default: nil
    }
  }

  private static func simpleValue<Value>(_ json: JSONValue) -> Value? {
    switch json {
    case .string(let text): Value.self == String.self ? text as? Value : nil
    case .int(let number):
      Value.self == Int.self ? Int(exactly: number) as? Value : nil
    case .bool(let isTrue): Value.self == Bool.self ? isTrue as? Value : nil
    case .double(let number): Value.self == Double.self ? number as? Value : nil
    case .null, .uint, .number, .array, .object: nil
    }
  }

  /// Decodes a value from JSON.
  static func value<Value: Decodable>(_ type: Value.Type, _ json: JSONValue) throws -> Value {
    if let simple: Value = simpleValue(json) { return simple }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return try decoder.decode(type, from: Data(JSONText.bytes(of: json)))
  }
}

/// A decoder for one JSON value.
struct JSONValueDecoder: ValueDecoder {
  let json: JSONValue

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONCoding.value(type, json)
  }
}
