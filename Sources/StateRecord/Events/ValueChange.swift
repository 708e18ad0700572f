import StateCore
package import StateFields

/// A change of one field.
public struct ValueChange: Sendable {
  /// The name of the field, prefixed by the children that lead to it: `editor.title`.
  public let field: String
  /// The old value.
  public let old: EventValue
  /// The new value.
  public let new: EventValue
  /// The reason for the change.
  public let cause: EventCause
  /// Whether the store showed an earlier state, so the new value may be derived from that state.
  public let isWhileTravelling: Bool
  /// The mark of the code that made the change.
  package let mark: ChangeMark?
  /// The object that contains the field.
  package let object: TrackedObject
  /// The field's index in its object.
  package let index: Int
  /// The children that the new value added, with everything below them.
  package let added: [TrackedValues]

  /// The identity of the object that contains the field, and the field's index.
  package var place: Place { Place(object: object.id, field: index) }

  /// A field of an object.
  package struct Place: Hashable, Sendable {
    package let object: TrackedObject.ID
    package let field: Int

    package init(object: TrackedObject.ID, field: Int) {
      self.object = object
      self.field = field
    }
  }

  /// The parts of the value that differ, as text; empty for a redacted field.
  @MainActor package var differences: [StateSnapshot.Difference] {
    if new.isRedacted { return [] }
    if case .plain(let old)? = old.field, case .plain(let new)? = new.field {
      return ValueDifference.lines(field, old, new)
    }
    return [StateSnapshot.Difference(name: field, old: old.text, new: new.text)]
  }

  /// The same change with values that may not leave the process.
  fileprivate var redacted: ValueChange {
    ValueChange(
      field: field,
      old: old.redacted,
      new: new.redacted,
      cause: cause,
      isWhileTravelling: isWhileTravelling,
      mark: mark,
      object: object,
      index: index,
      added: added
    )
  }

  /// The same change with more children.
  func adding(_ children: [TrackedValues]) -> ValueChange {
    ValueChange(
      field: field,
      old: old,
      new: new,
      cause: cause,
      isWhileTravelling: isWhileTravelling,
      mark: mark,
      object: object,
      index: index,
      added: added + children
    )
  }
}

extension StateEvent {
  /// The same event.
  ///
  /// The values of a change may not leave the process.
  package var redacted: StateEvent {
    guard case .change(let change) = kind else { return self }
    return StateEvent(number: number, time: time, store: store, kind: .change(change.redacted))
  }
}

/// The values of an object when tracking began.
package struct TrackedValues: Sendable {
  /// Retained, so that an object that returns keeps its identity.
  package let object: TrackedObject
  // Only the main actor reads them.
  private let content: Unchecked<[SnapshotValue]>

  package var id: TrackedObject.ID { object.id }
  package var shape: TrackedShape { object.shape }
  /// The identity of the object, which may be deallocated.
  var identity: ObjectIdentifier { object.identity }
  package var values: [SnapshotValue] { content.value }

  init(_ object: TrackedObject, _ values: [SnapshotValue]) {
    self.object = object
    content = Unchecked(values)
  }
}

/// The type of a tracked object.
package final class TrackedShape: Sendable {
  package let type: any Any.Type
  package let fields: [FieldDescription]
  /// Whether the values can be restored, because the type declares its fields.
  package let isRestorable: Bool

  init(type: any Any.Type, fields: [FieldDescription], isRestorable: Bool) {
    self.type = type
    self.fields = fields
    self.isRestorable = isRestorable
  }
}
