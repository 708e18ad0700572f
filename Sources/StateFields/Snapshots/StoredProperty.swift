/// A class with properties that are not stored under their names.
@MainActor
package protocol PropertyNaming: AnyObject {
  static var propertyNames: [AnyKeyPath: String] { get }
}

/// A class without a superclass that has stored properties which are none of what it shows.
package protocol PropertyHiding: AnyObject {
  nonisolated static var hiddenProperties: Set<String> { get }
}

/// A stored property of a value, with the value that it has.
package struct StoredProperty {
  /// The name that it was declared with.
  package let name: String
  package let value: Any

  /// The stored properties of a value, those of superclasses first.
  package static func all(of value: Any) -> [StoredProperty] {
    all(in: Mirror(reflecting: value))
  }

  /// The target of an object's key path, as text.
  ///
  /// It is known where the object names it as a field, where its class or the key path itself knows
  /// the name, and where only one stored property has the type.
  @MainActor
  package static func name<State, Value>(
    of keyPath: KeyPath<State, Value>,
    in object: State
  ) -> String {
    (object as? any SnapshotState)?.fieldName(of: keyPath)
      ?? FieldCatalog.name(of: keyPath, in: State.self)
      ?? name(ofOnly: Value.self, in: all(of: object))
      ?? "the property of the type \(ValueText.name(of: Value.self))"
  }

  /// The name of a key path, where a type has named it as a field, or the class or the key path itself
  /// knows it.
  @MainActor
  package static func name<State>(of keyPath: AnyKeyPath, in type: State.Type) -> String? {
    let fields = (type as? any SnapshotState.Type).flatMap { $0.givenName(of: keyPath) }
    return fields ?? FieldCatalog.name(of: keyPath, in: type)
  }

  /// The name of the only property that can have a type.
  static func name(ofOnly type: Any.Type, in properties: [StoredProperty]) -> String? {
    let candidates = properties.filter { $0.canHave(type) }
    return candidates.count == 1 ? candidates[0].name : nil
  }

  /// Whether the property may have been declared with a type: with that of its value, or with a
  /// superclass of it.
  private func canHave(_ type: Any.Type) -> Bool {
    let actual = Swift.type(of: value)
    if actual == type { return true }
    guard type is AnyClass else { return false }
    return sequence(first: Mirror(reflecting: value)) { $0.superclassMirror }
      .contains { $0.subjectType == type }
  }

  private static func all(in mirror: Mirror) -> [StoredProperty] {
    let inherited = mirror.superclassMirror.map { all(in: $0) } ?? []
    let hidden =
      mirror.superclassMirror == nil
      ? (mirror.subjectType as? any PropertyHiding.Type)?.hiddenProperties ?? [] : []
    return inherited
      + mirror.children.compactMap { label, value in
        // The Observable macro stores `count` as `_count`, and a registrar beside it.
        guard let label, label != "_$observationRegistrar", !hidden.contains(label) else {
          return nil
        }
        let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
        return StoredProperty(name: name, value: value)
      }
  }
}

extension SnapshotState {
  /// The name of the field with a key path, if there is one.
  fileprivate func fieldName(of keyPath: AnyKeyPath) -> String? {
    fieldIndex(of: keyPath).map {
      FieldCatalog.entry(for: Self.snapshotFields.fields, of: self).descriptions[$0].name
    }
  }

  fileprivate static func givenName(of keyPath: AnyKeyPath) -> String? {
    snapshotFields.fields.first { $0.keyPath == keyPath }?.givenName
  }

  /// The place of the field with a key path, if there is one.
  package func fieldIndex(of keyPath: AnyKeyPath) -> Int? {
    Self.snapshotFields.fields.firstIndex { $0.keyPath == keyPath }
  }
}
