import StateFields

/// The expected state of an object with snapshots, made on a second object.
@MainActor
final class Expectations<State: AnyObject> {
  /// The reason why the second object can't be used.
  struct Problem: Error {
    let text: String
  }

  private let live: any SnapshotState
  private let reader: SnapshotReader
  private let twin: StateTwin?
  /// The fields at the last assertion.
  var asserted: StateSnapshot
  /// Whether the last expectation was made on a different object, whose children are all new.
  private var isOnOtherObject = false

  /// Creates the expectations, or returns `nil` for a state without snapshots.
  init?(_ state: State, other: State) {
    guard let live = state as? any SnapshotState else { return nil }
    self.live = live
    reader = SnapshotReader(live)
    asserted = reader.snapshot()
    let second = other === state ? live.makeEmptyCopy() : other as? any SnapshotState
    twin = second.flatMap { second -> StateTwin? in
      second === live ? nil : StateTwin(second, of: live)
    }
  }

  /// The current fields.
  var present: StateSnapshot { reader.snapshot() }

  /// The changes that no comparison has seen, because no observer is notified of them, as text.
  var unnoticed: String? {
    let changes = reader.unnoticedChanges()
    guard !changes.isEmpty else { return nil }
    return """
      Changes were not compared, because they can't be observed. Remove `@ObservationIgnored` from \
      the properties of these fields:\(changes.map { "\n  \($0)" }.joined())
      """
  }

  /// The changes since the last assertion, as text.
  var rest: [String] {
    let present = present
    return asserted.differences(to: present).map(\.description)
      + replacements(from: asserted, asserted, present).map(\.description)
  }

  /// Returns the fields that don't have their expected values after a start.
  ///
  /// Errors that were created alike count as the same, unless one of them is from before: that one is expected to stay,
  /// or to be shown again.
  func wrongChanges(
    from start: StateSnapshot,
    _ expected: StateSnapshot,
    _ actual: StateSnapshot
  ) -> [StateSnapshot.Change] {
    if actual == expected { return [] }
    let known = start.individuals
    return expected.changes(to: actual).filter { !$0.isBetweenAlikes(known: known) }
  }

  /// Returns the children that were replaced although the last expectation keeps them, or the other way round.
  ///
  /// A child that is replaced by one with equal fields has another store.
  func replacements(
    from start: StateSnapshot,
    _ expected: StateSnapshot,
    _ actual: StateSnapshot
  ) -> [StateSnapshot.Replacement] {
    if isOnOtherObject { return [] }
    return expected.replacements(in: actual, since: start, originals: twin?.originals ?? [:])
  }

  /// The errors in the declaration of the fields.
  var fieldProblems: [String] { live.fieldProblems }

  /// Returns the fields that result from applying `change` to earlier ones.
  func expected(
    from start: StateSnapshot,
    _ change: (inout State) -> Void
  ) throws(Problem) -> StateSnapshot {
    let twin = try bringTwin(to: start)
    guard var object = twin.object as? State else { return start }
    change(&object)
    isOnOtherObject = object !== twin.object
    if let name = twin.sharedObject(with: present) {
      try? twin.bring(to: start)
      throw Problem(
        text: """
          The expectation can't be compared: its `\(name)` is the object of the state under test. \
          Create a separate object in the expectation.
          """
      )
    }
    if object === twin.object { return twin.present }
    return (object as? any SnapshotState)?.snapshot() ?? start
  }

  /// Records what was asserted; `isExpected` means that the expectation has just become the same.
  func assert(_ snapshot: StateSnapshot, isExpected: Bool = false) {
    asserted = snapshot
    isOnOtherObject = false
    if isExpected { twin?.pair(snapshot) }
  }

  /// Returns a property's value in an earlier state, or `nil` if the state has not changed since then.
  func value<Value>(of property: KeyPath<State, Value>, in snapshot: StateSnapshot) -> Value? {
    if snapshot == present { return nil }
    if let field = live.fieldIndex(of: property), let value = snapshot.plainValue(of: field) {
      return value as? Value
    }
    return (try? bringTwin(to: snapshot)).flatMap { $0.object as? State }?[keyPath: property]
  }

  /// Returns the fields that have changed since the last assertion, except those that a property depends on.
  func otherChanges<Value: Equatable>(
    than property: KeyPath<State, Value>,
    with value: Value,
    in actual: StateSnapshot
  ) throws(Problem) -> [StateSnapshot.Change] {
    let changes = asserted.changes(to: actual)
    if let field = live.fieldIndex(of: property) { return changes.filter { !$0.isOf(field) } }
    if changes.isEmpty { return [] }
    _ = try bringTwin(to: actual)
    return changes.filter { change in
      // The property depends on a field if its value is different without the field's change.
      guard let twin = try? bringTwin(to: actual.undoing(change)),
        let object = twin.object as? State
      else { return true }
      return ValueDifference.isSame(object[keyPath: property], value)
    }
  }

  private func bringTwin(to snapshot: StateSnapshot) throws(Problem) -> StateTwin {
    let type = ValueText.name(of: State.self)
    guard let twin else {
      throw Problem(
        text: """
          The expectation can't be made: `initialState` returned the same object twice, so the \
          expectation would change the state under test. Create the state within the call: \
          TestStore(initialState: \(type)(…), …).
          """
      )
    }
    if let name = twin.sharedObject(with: present) {
      throw Problem(
        text: """
          The expectation can't be made: `\(name)` is the same object in both states that \
          `initialState` returned, and would be compared with itself. Create it within the call: \
          TestStore(initialState: \(type)(…), …).
          """
      )
    }
    do throws(StateTwin.Failure) {
      try twin.bring(to: snapshot)
      return twin
    } catch {
      throw Problem(text: error.text)
    }
  }
}
