import StateFields
import StateJSON

/// A value as JSON text, for other products of this package.
package struct SavedText: Codable, Hashable, Sendable, ValueDecoder {
  private let text: String

  init(_ json: SavedJSON) { text = json.description }

  /// Encodes a value.
  package init(encoding value: any Encodable) throws { self.init(try SavedJSON(encoding: value)) }

  package init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    _ = try JSONReader.value(in: Array(text.utf8)[...], deepest: SavedJSON.deepest)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  var json: SavedJSON { SavedJSON(checked: Array(text.utf8)[...]) }

  /// Decodes the value.
  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try json.decode(type)
  }
}

/// The functions of a field for children, for other products of this package.
struct ChildCoding: Sendable {
  let capture: @MainActor (AnyObject) -> CapturedRecord?
  let make: @MainActor (SavedJSON) throws -> AnyObject
}

/// What other products of this package need to know of a declaration.
@MainActor
package struct PersistedShape {
  /// A saved field.
  package struct Field {
    package let name: String
    package let isRedacted: Bool
    /// Copies the value without redacted fields of children; the result encodes it off the main actor.
    package let capture: @MainActor (AnyObject) -> (@Sendable () throws -> SavedText)?
    /// Whether two texts represent the same value.
    package let areSame: @Sendable (SavedText, SavedText) -> Bool
    fileprivate let children: ChildCoding?

    /// Whether the field can create children that it doesn't contain.
    package var makesChildren: Bool { children != nil }

    /// Copies a child; the result encodes it off the main actor.
    ///
    /// `nil` while time travel shows an earlier state of it, or if the copy would contain a redacted value.
    @MainActor
    package func captureChild(_ child: AnyObject) -> (@Sendable () throws -> SavedText)? {
      guard let record = children?.capture(child), !record.hasRedacted else { return nil }
      return { SavedText(SavedJSON(try record.encoded())) }
    }

    /// Creates a child from its record.
    @MainActor
    package func makeChild(_ record: SavedText) throws -> AnyObject? {
      try children?.make(record.json)
    }
  }

  /// The name of the state in the saved data.
  package let name: String
  /// The versions of the declaration and of those of all children, by name.
  package let versions: [String: Int]
  private let fields: [AnyKeyPath: Field]

  /// Creates the shape of a state; `nil` if its type isn't a `PersistentState`.
  package init?(of state: AnyObject) {
    func shape<State: PersistentState>(of state: State) -> PersistedShape {
      PersistedShape(State.self)
    }
    guard let state = state as? any PersistentState else { return nil }
    self = shape(of: state)
  }

  private init<State: PersistentState>(_ type: State.Type) {
    let persistence = State.persistence
    let declarations = Declarations(of: type)
    name = persistence.name
    versions = declarations.versions
    var fields: [AnyKeyPath: Field] = [:]
    for field in persistence.fields {
      guard let property = field.property else { continue }
      fields[property] = Field(
        name: field.name,
        isRedacted: field.isRedacted,
        capture: { object in
          guard let state = object as? State, let content = field.read(state) else { return nil }
          let value = field.captured(content).withoutRedacted
          return { SavedText(try value.encoded()) }
        },
        areSame: { one, other in
          one == other || field.areSame(one.json, other.json, declarations)
        },
        children: field.children
      )
    }
    self.fields = fields
  }

  /// The field of a property; `nil` if it isn't saved.
  package subscript(property: AnyKeyPath) -> Field? { fields[property] }
}
