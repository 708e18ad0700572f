package import StateFields

/// A declared field of a type of state.
package struct FieldShape: Sendable {
  package let name: String
  package let type: any Any.Type
  package let isRedacted: Bool
  package let isTransient: Bool
  /// Whether it has a setter.
  package let isWritable: Bool
  package let isChild: Bool
  /// Whether its objects never change.
  package let isImmutable: Bool
}

/// Access to the individual fields of a state, without those of its children.
extension SnapshotState {
  /// The declared fields.
  package var fieldShapes: [FieldShape] { Self.declaredFields }

  /// The declared fields of a type.
  package static var declaredFields: [FieldShape] { shapes(snapshotFields.fields.map(\.name)) }

  /// Returns the declared fields of a type, with the names that its objects use.
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
        isChild: field.isChild,
        isImmutable: field.isImmutable
      )
    }
  }

  /// The decoding of a field's values from a file.
  package static func coding(ofField index: Int) -> FieldCoding {
    snapshotFields.fields[index].coding
  }

  /// Returns the value of a field, without the fields of its children.
  package func value(ofField index: Int) -> SnapshotValue {
    let field = Self.snapshotFields.fields[index]
    return SnapshotReader.collecting { field.read(self) }
  }

  /// Whether a field has a value.
  package func hasValue(_ value: SnapshotValue, ofField index: Int) -> Bool {
    self.value(ofField: index).isUnchanged(in: value)
  }

  /// Sets the value of a field, unless the field already has it.
  ///
  /// - Returns: Whether the field has the value afterwards.
  package func setValue(
    _ value: SnapshotValue,
    ofField index: Int,
    by cause: EventCause = .restore,
    replacesChildren: Bool = false
  ) -> Bool {
    let field = Self.snapshotFields.fields[index]
    if hasValue(value, ofField: index) { return true }
    CurrentCause.with(cause) {
      field.set(value, in: self, replacesChildren: replacesChildren)
    }
    return hasValue(value, ofField: index)
  }
}

extension SnapshotValue.Child {
  /// Creates a child at a place, without reading its fields.
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

  /// The value of a list element that contains no child.
  @MainActor package var plainElement: Any? {
    guard object is any ValueHolder, let state = object as? any SnapshotState,
      case .plain(let value) = state.value(ofField: 0)
    else { return nil }
    return (value as? any ValueStandIn)?.wrapped ?? value
  }
}

extension SnapshotValue {
  /// The value itself, unless it is a child.
  package var plainValue: Any? {
    guard case .plain(let value) = self else { return nil }
    return (value as? any ValueStandIn)?.wrapped ?? value
  }
}
