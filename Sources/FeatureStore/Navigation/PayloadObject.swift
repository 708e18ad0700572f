import StateFields

/// An object in the payload of a target, or the case or the entries that contain it.
enum PayloadObject: Hashable {
  case inCase(String)
  case object(ObjectIdentifier)
  /// The entries of a dictionary, which has no order.
  case entries([AnyHashable: [PayloadObject]])

  /// Returns the objects in a value at any depth, in their order, each after the cases that contain it.
  ///
  /// A `Hashable` struct contributes none, because its storage may be an object, like that of `Data`. An `Identifiable`
  /// struct contributes none, because its `id` identifies it.
  static func all(in value: Any) -> [PayloadObject] {
    var objects: [PayloadObject] = []
    append(value, to: &objects)
    return objects
  }

  private static func append(_ value: Any, to objects: inout [PayloadObject]) {
    if type(of: value) is AnyClass {
      objects.append(.object(ObjectIdentifier(value as AnyObject)))
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      guard let present = EnumerationCase(value) else { return }
      let inside = all(in: present.payload)
      if !inside.isEmpty { objects += [.inCase(present.signature)] + inside }
    case .struct:
      if isWhole(value) { return }
      for child in mirror.children { append(child.value, to: &objects) }
    case .collection:
      // The elements of a hashable array all have one type.
      if value is any Hashable, let first = mirror.children.first?.value, isPlain(first) { return }
      for child in mirror.children { append(child.value, to: &objects) }
    case .tuple, .optional:
      for child in mirror.children { append(child.value, to: &objects) }
    case .dictionary:
      if let dictionary = value as? [AnyHashable: Any] { append(dictionary, to: &objects) }
    default: break
    }
  }

  private static func append(_ dictionary: [AnyHashable: Any], to objects: inout [PayloadObject]) {
    var entries: [AnyHashable: [PayloadObject]] = [:]
    for (key, value) in dictionary {
      let inside = all(in: value)
      if !inside.isEmpty || type(of: key.base) is AnyClass { entries[key] = inside }
    }
    if !entries.isEmpty { objects.append(.entries(entries)) }
  }

  /// Returns whether a struct counts as a value without objects.
  private static func isWhole(_ value: Any) -> Bool {
    if value is any NavigationTarget { return false }
    return value is any Hashable || value is any Identifiable || value is any CustomReflectable
  }

  /// Returns whether no value of the type contains objects.
  private static func isPlain(_ value: Any) -> Bool {
    if type(of: value) is AnyClass { return false }
    switch Mirror(reflecting: value).displayStyle {
    case .struct: return isWhole(value)
    case nil: return true
    default: return false
    }
  }
}
