/// A class whose properties aren't stored under their names.
@MainActor
package protocol PropertyNaming: AnyObject {
  static var propertyNames: [AnyKeyPath: String] { get }
}

/// A class without a superclass that has stored properties it doesn't expose.
package protocol PropertyHiding: AnyObject {
  nonisolated static var hiddenProperties: Set<String> { get }
}

/// A stored property of a value, with its current value.
package struct StoredProperty {
  /// The declared name.
  package let name: String
  package let value: Any

  /// Returns the stored properties of a value, starting with those of superclasses.
  package static func all(of value: Any) -> [StoredProperty] {
    all(in: Mirror(reflecting: value))
  }

  /// Returns the target of an object's key path, as text.
  ///
  /// The name is known if the object declares it as a field, if its class or the key path knows it, or if only one
  /// stored property has this type.
  @MainActor
  package static func name<State, Value>(
    of keyPath: KeyPath<State, Value>,
    in object: State
  ) -> String {
    (Swift.type(of: object) as? any SnapshotState.Type)?.fieldName(of: keyPath)
      ?? FieldCatalog.name(of: keyPath, in: State.self)
      ?? name(ofOnly: Value.self, in: all(of: object))
      ?? "the property of the type \(ValueText.name(of: Value.self))"
  }

  /// Returns the name of a key path, if the type declares it as a field, or the class or the key path knows it.
  @MainActor
  package static func name<State>(of keyPath: AnyKeyPath, in type: State.Type) -> String? {
    (type as? any SnapshotState.Type)?.fieldName(of: keyPath)
      ?? FieldCatalog.name(of: keyPath, in: type)
  }

  /// Returns the properties that differ, part by part.
  package static func differences(
    from old: [StoredProperty],
    to new: [StoredProperty]
  ) -> [StateSnapshot.Difference] {
    zip(old, new).flatMap { old, new in
      ValueDifference.hasDifference(old.value, new.value)
        ? ValueDifference.lines(old.name, old.value, new.value) : []
    }
  }

  /// Returns the name of the only property that can have a type.
  static func name(ofOnly type: Any.Type, in properties: [StoredProperty]) -> String? {
    let candidates = properties.filter { $0.canHave(type) }
    return candidates.count == 1 ? candidates[0].name : nil
  }

  /// Whether the property may have been declared with a type: the type of its value, or a superclass of it.
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
        // The Observable macro stores `count` as `_count`, next to a registrar.
        guard let label, label != "_$observationRegistrar", !hidden.contains(label) else {
          return nil
        }
        let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
        return StoredProperty(name: name, value: value)
      }
  }
}

extension SnapshotState {
  /// Returns the name of the field with a key path, if there is one.
  fileprivate static func fieldName(of keyPath: AnyKeyPath) -> String? {
    snapshotFields.fields.first { $0.keyPath == keyPath }?.name
  }

  /// Returns the index of the field with a key path, if there is one.
  package func fieldIndex(of keyPath: AnyKeyPath) -> Int? {
    Self.snapshotFields.fields.firstIndex { $0.keyPath == keyPath }
  }
}
