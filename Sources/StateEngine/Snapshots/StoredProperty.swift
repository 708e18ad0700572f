/// An object with properties that are not stored under their names.
@MainActor
package protocol PropertyNaming: AnyObject {
  var namedProperties: [(name: String, value: Any)] { get }
}

/// A stored property of an object, as text.
package struct StoredProperty: Equatable, Sendable {
  /// The name that it was declared with.
  package let name: String
  package let type: String
  package let text: String
  /// The objects that it holds: one, the elements of an array, or none.
  package let objects: [ObjectIdentifier]

  /// The stored properties of an object, those of its superclasses first.
  @MainActor
  package static func all(of object: AnyObject) -> [StoredProperty] {
    let named = (object as? any PropertyNaming)?.namedProperties ?? []
    return named.map { StoredProperty($0.name, $0.value) } + all(in: Mirror(reflecting: object))
  }

  /// The name of the property of an object that has a value, if only one can be meant.
  @MainActor
  package static func name<Value>(ofPropertyWith value: Value, in object: AnyObject) -> String? {
    let type = String(reflecting: Value.self)
    let candidates = all(of: object).filter { $0.type == type }
    let equal = candidates.filter { $0.text == String(describing: value) }
    return candidates.count == 1 ? candidates[0].name : equal.count == 1 ? equal[0].name : nil
  }

  private init(_ name: String, _ value: Any) {
    self.name = name
    type = String(reflecting: Swift.type(of: value))
    text = String(describing: value)
    objects = Self.objects(in: value)
  }

  private static func all(in mirror: Mirror) -> [StoredProperty] {
    let inherited = mirror.superclassMirror.map { all(in: $0) } ?? []
    return inherited
      + mirror.children.compactMap { label, value in
        // The Observable macro stores `count` as `_count`, and a registrar beside it.
        guard let label, label != "_$observationRegistrar" else { return nil }
        return StoredProperty(label.hasPrefix("_") ? String(label.dropFirst()) : label, value)
      }
  }

  private static func objects(in value: Any) -> [ObjectIdentifier] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class: return [ObjectIdentifier(value as AnyObject)]
    case .optional, .collection: return mirror.children.flatMap { objects(in: $0.value) }
    default: return []
    }
  }
}
