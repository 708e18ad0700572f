import StateCore
package import StateFields

/// A change of one field.
public struct ValueChange: Sendable {
  /// The name of the field behind those of the children that lead to it: `editor.title`.
  public let field: String
  /// The value before.
  public let old: EventValue
  /// The value after.
  public let new: EventValue
  /// Why it has changed.
  public let cause: EventCause
  /// Whether the store showed an earlier state, so that this one may have been made from that.
  public let isWhileTravelling: Bool
  /// The object that has the field, and the field's place in it.
  package let place: Place
  /// The children that have come with the value, with all that is below them.
  package let added: [TrackedValues]

  /// A field of an object.
  package struct Place: Hashable, Sendable {
    package let object: TrackedObject.ID
    package let field: Int

    package init(object: TrackedObject.ID, field: Int) {
      self.object = object
      self.field = field
    }
  }

  /// The parts of the value that differ, for people; nothing of a redacted field.
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
      place: place,
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
      place: place,
      added: added + children
    )
  }
}

extension StateEvent {
  /// The same event; the values of a change may not leave the process.
  package var redacted: StateEvent {
    guard case .change(let change) = kind else { return self }
    return StateEvent(number: number, time: time, store: store, kind: .change(change.redacted))
  }
}

/// The values of an object whose changes are followed, when that began.
package struct TrackedValues: Sendable {
  /// Kept, so that an object which comes back is the same one.
  let object: TrackedObject
  // The main actor reads them alone.
  private let content: Unchecked<[SnapshotValue]>

  package var id: TrackedObject.ID { object.id }
  package var shape: TrackedShape { object.shape }
  /// The object itself, which may be gone.
  var identity: ObjectIdentifier { object.identity }
  var values: [SnapshotValue] { content.value }

  init(_ object: TrackedObject, _ values: [SnapshotValue]) {
    self.object = object
    content = Unchecked(values)
  }
}

/// The type of an object whose changes are followed.
package final class TrackedShape: Sendable {
  package let type: any Any.Type
  package let fields: [FieldDescription]
  /// Whether the values can be given back: the type has named its fields.
  package let isRestorable: Bool

  init(type: any Any.Type, fields: [FieldDescription], isRestorable: Bool) {
    self.type = type
    self.fields = fields
    self.isRestorable = isRestorable
  }
}
