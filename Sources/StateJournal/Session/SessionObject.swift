/// The values of an object at one time of a session.
///
/// `StateSession.state(of:at:)` returns the values of a store's state.
public struct SessionObject: Sendable, Hashable {
  /// The number of the object.
  package var id: Int
  /// The index of its type in the session's list of types.
  package var type: Int
  /// The values of its fields, in the order of the type's fields.
  package var values: [SessionValue]

  package init(id: Int, type: Int, values: [SessionValue]) {
    self.id = id
    self.type = type
    self.values = values
  }
}

/// A type of state in a session.
package struct SessionType: Sendable, Hashable {
  /// The name of the type, without the module.
  package var name: String
  /// Whether the type declares its fields, so that their values can be restored.
  package var isRestorable: Bool
  /// The fields in order.
  package var fields: [SessionField]

  package init(name: String, isRestorable: Bool, fields: [SessionField]) {
    self.name = name
    self.isRestorable = isRestorable
    self.fields = fields
  }
}

/// A field of a type of state in a session.
package struct SessionField: Sendable, Hashable {
  /// Its name.
  package var name: String
  /// The name of the type of its values.
  package var type: String
  /// Whether its values are omitted.
  package var isRedacted: Bool
  /// Whether it is never restored.
  package var isTransient: Bool
  /// Whether it contains children.
  package var isChild: Bool

  /// Returns the name of a child in the field.
  ///
  /// For a redacted field, the name doesn't contain the key.
  func name(ofChildAt place: SessionChild.Place) -> String {
    name + place.suffix(isRedacted: isRedacted)
  }

  package init(
    name: String,
    type: String,
    isRedacted: Bool = false,
    isTransient: Bool = false,
    isChild: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isRedacted = isRedacted
    self.isTransient = isTransient
    self.isChild = isChild
  }
}
