import StateFields
package import StateJSON

/// A case of an action type, with values that can be edited and sent.
package struct ActionCase: Equatable {
  /// A value of the case.
  package struct Part: Equatable {
    /// The label, such as `_0` for a value without one.
    package let name: String
    /// The name of the type; `nil` if it isn't known.
    package let type: String?
    /// All possible values, if there are few.
    package let choices: [JSONValue]
  }

  package let name: String
  package let parts: [Part]
  /// An action of the case, which can be decoded if each part has a known type.
  package let json: JSONValue

  /// Returns the cases of a type, in their order.
  ///
  /// Empty if the type isn't an enumeration with a synthesized `Decodable`. The initializers of the values' types run
  /// with empty texts and zeros.
  static func all(of type: any Decodable.Type) -> [ActionCase] {
    guard EnumCases.isEnum(type) else { return [] }
    var cases: [ActionCase] = []
    repeat {
      let outline = DecodingOutline()
      _ = try? type.init(from: OutlineDecoder(outline, choosing: cases.count))
      guard cases.count < outline.keys.count else { return cases }
      let name = outline.keys[cases.count]
      let values = outline.parts.first { $0.name == name }?.outline
      cases.append(
        ActionCase(
          name: name,
          parts: values?.parts.map { part in
            Part(name: part.name, type: part.type, choices: part.outline.choices)
          } ?? [],
          json: .object([name: values?.json ?? [:]])
        )
      )
    } while true
  }
}

/// The parts that a type decodes by name, or its one value.
final class DecodingOutline {
  struct Part {
    let name: String
    var type: String?
    let outline: DecodingOutline
  }

  /// All names that the type knows, in their order.
  var keys: [String] = []
  private(set) var parts: [Part] = []
  var choices: [JSONValue] = []
  /// The value, if the type has no parts.
  var value: JSONValue?

  /// An example of the value.
  var json: JSONValue {
    if let value { return value }
    return .object(Dictionary(parts.map { ($0.name, $0.outline.json) }) { $1 })
  }

  /// Returns the outline of a part, which may be known already.
  func part(_ name: String, _ type: String?) -> DecodingOutline {
    if let index = parts.firstIndex(where: { $0.name == name }) {
      parts[index].type = type
      return parts[index].outline
    }
    let outline = DecodingOutline()
    parts.append(Part(name: name, type: type, outline: outline))
    return outline
  }

  /// Adds parts that weren't reached, because the one before them has no example.
  func fill(_ names: [String]) {
    for name in names where !parts.contains(where: { $0.name == name }) {
      part(name, nil).value = .null
    }
  }
}
