package import StateFields

/// A field of a type of state, as it is declared.
package struct FieldShape: Sendable {
  package let name: String
  package let type: any Any.Type
  package let isRedacted: Bool
  package let isTransient: Bool
  /// Whether it has a setter.
  package let isWritable: Bool
  package let isChild: Bool

  /// Whether it is given an earlier value back.
  package var isRestored: Bool { isWritable && !isTransient }
}

/// The fields of a state one by one; those of children are left alone.
extension SnapshotState {
  /// The declared fields; without names those of the snapshot.
  package var fieldShapes: [FieldShape] {
    let names = FieldCatalog.entry(for: Self.snapshotFields.fields, of: self).descriptions
    return Self.shapes(names.map(\.name))
  }

  /// The declared fields of a type, also one of which no object is known.
  package static var declaredFields: [FieldShape] {
    let known = FieldCatalog.knownNames(of: Self.self)
    let names = snapshotFields.fields.enumerated().map { index, field in
      field.givenName ?? known?[index] ?? FieldCatalog.name(of: field.keyPath, in: Self.self)
        ?? "field \(index + 1)"
    }
    return shapes(names)
  }

  /// The declared fields of a type, with the names that objects of it have.
  package static func fieldShapes(named names: [FieldDescription]) -> [FieldShape] {
    shapes(names.map(\.name))
  }

  private static func shapes(_ names: [String]) -> [FieldShape] {
    zip(names, snapshotFields.fields).map { name, field in
      FieldShape(
        name: name,
        type: field.valueType,
        isRedacted: field.isRedacted,
        isTransient: field.isTransient,
        isWritable: field.isWritable,
        isChild: field.isChild
      )
    }
  }

  /// Whether a property is a redacted field.
  package static func isRedacted(_ property: AnyKeyPath) -> Bool {
    snapshotFields.fields.contains { $0.isRedacted && $0.keyPath == property }
  }

  /// How the values of a field are made from those of a file.
  package static func coding(ofField index: Int) -> FieldCoding {
    snapshotFields.fields[index].coding
  }

  /// The value of a field, with children that are not looked into.
  package func value(ofField index: Int) -> SnapshotValue {
    let field = Self.snapshotFields.fields[index]
    return SnapshotReader.collecting { field.read(self) }
  }

  /// Whether a field has a value.
  package func hasValue(_ value: SnapshotValue, ofField index: Int) -> Bool {
    self.value(ofField: index).isUnchanged(in: value)
  }

  /// Gives a field a value, unless it has it.
  ///
  /// - Returns: Whether it has the value afterwards.
  package func setValue(
    _ value: SnapshotValue,
    ofField index: Int,
    by cause: EventCause = .restore
  ) -> Bool {
    let field = Self.snapshotFields.fields[index]
    if hasValue(value, ofField: index) { return true }
    CurrentCause.with(cause) { field.set(value, in: self) }
    return hasValue(value, ofField: index)
  }
}

extension SnapshotValue.Child {
  /// A child at a place, which is not looked into.
  @MainActor
  package static func holding(
    _ object: any SnapshotState,
    at place: SnapshotValue.Place
  ) -> SnapshotValue.Child {
    func child<State: SnapshotState>(_ object: State) -> SnapshotValue.Child {
      SnapshotValue.Child(place, object)
    }
    var made: SnapshotValue.Child?
    _ = SnapshotReader.collecting {
      made = child(object)
      return .children(.one, [])
    }
    return made ?? child(object)
  }

  /// The value that the element of a list is, if it has no child.
  @MainActor package var plainElement: Any? {
    guard object is any ValueHolder, let state = object as? any SnapshotState,
      case .plain(let value) = state.value(ofField: 0)
    else { return nil }
    return (value as? any ValueStandIn)?.wrapped ?? value
  }
}

extension SnapshotValue {
  /// The value itself, where it is no child.
  package var plainValue: Any? {
    guard case .plain(let value) = self else { return nil }
    return (value as? any ValueStandIn)?.wrapped ?? value
  }
}
