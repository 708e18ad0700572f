import StateFields

extension SessionValue {
  /// Decodes the value.
  ///
  /// - Throws: The error of the decoder. For a value that was recorded only as text, an error that it has no JSON.
  package func decode(_ type: any Decodable.Type) throws -> Any {
    guard let json else { throw UnrecordedValue() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Any {
      try JSONCoding.value(type, json)
    }
    return try decode(type)
  }

  /// Whether a value equals the recorded one, as JSON or as text.
  @MainActor
  package func isSame(as value: Any) -> Bool {
    if let json, json == JSONCoding.json(of: value) { return true }
    if text == ValueText.describe(value) { return true }
    guard let type = Swift.type(of: value) as? any Decodable.Type,
      let value = value as? any Equatable, let recorded = try? decode(type) as? any Equatable
    else { return false }
    return ValueDifference.isSame(recorded, value)
  }
}

/// A value that the session contains only as text.
private struct UnrecordedValue: Error, CustomStringConvertible {
  var description: String { "its type isn't Codable" }
}
