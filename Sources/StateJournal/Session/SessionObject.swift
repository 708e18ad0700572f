/// The values of an object at one time of a session.
public struct SessionObject: Sendable, Hashable {
  /// The number of the object.
  public var id: Int
  /// The index of its type in the session's list of types.
  public var type: Int
  /// The values of its fields, in the order of the type's fields.
  public var values: [SessionValue]

  package init(id: Int, type: Int, values: [SessionValue]) {
    self.id = id
    self.type = type
    self.values = values
  }
}

/// A type of state in a session.
public struct SessionType: Sendable, Hashable {
  /// The name of the type, without the module.
  public var name: String
  /// Whether the type declares its fields, so that their values can be restored.
  public var isRestorable: Bool
  /// The fields in order.
  public var fields: [SessionField]

  package init(name: String, isRestorable: Bool, fields: [SessionField]) {
    self.name = name
    self.isRestorable = isRestorable
    self.fields = fields
  }
}

/// A field of a type of state in a session.
public struct SessionField: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// The name of the type of its values.
  public var type: String
  /// Whether its values are omitted.
  public var isRedacted: Bool
  /// Whether it is never restored.
  public var isTransient: Bool
  /// Whether it contains children.
  public var isChild: Bool

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
