/// The values of an object at one time of a session.
public struct SessionObject: Sendable, Hashable {
  /// The number of the object.
  public var id: Int
  /// The place of its type in the list of the session's types.
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
  /// Its name without the module.
  public var name: String
  /// Whether it has named its fields, so that they can be given their values.
  public var isRestorable: Bool
  /// Its fields, in their order.
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
  /// Whether its values are absent.
  public var isRedacted: Bool
  /// Whether it is never restored.
  public var isTransient: Bool
  /// Whether it holds children.
  public var isChild: Bool

  /// The name of a child in the field; of a redacted field without the key.
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
