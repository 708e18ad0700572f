public import Observation
public import StateFields

/// Records the values that a state goes through, write by write, for a test to assert.
///
/// ```swift
/// let recorder = StateRecorder(state, expected: WordsState())
/// await store.isolatedReceive(action: .load)
/// recorder.expect { $0.isLoading = true }
/// recorder.expect { $0.words = ["swift"] }
/// recorder.expect { $0.isLoading = false }
/// recorder.expectNoMoreChanges()
/// ```
///
/// Only the fields count that the state names for its snapshots; a write that leaves them equal
/// is no change. No write is missed, however many there are in one turn of the main actor.
/// Nothing that is asserted changes the state.
///
/// The recorder keeps the state. Changes that were not asserted when it goes away, as a test's local
/// variable does at its end, fail the test at the line where it was made. A field must not be written
/// while another one is being changed in place.
///
/// Changes of children count too. Of a child that comes later, changes are distinguished from the next
/// write to the state itself on. Expected values are made on the other object, which never takes a
/// child of the state: of a child that comes later it needs another one, from `another()`.
@MainActor
public final class StateRecorder<State: SnapshotState & Observable> {
  private let recording: StateRecording<State>
  private let expected: State
  /// Nothing if there is no other object.
  private let twin: StateTwin?

  /// Records from now on.
  ///
  /// - Parameters:
  ///   - state: The state under test.
  ///   - expected: Another object of its type, without a parent, in which expected values are made.
  ///   - file: Where changes that were left without an assertion are reported.
  ///   - line: Where changes that were left without an assertion are reported.
  public init(
    _ state: State,
    expected: State,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    recording = StateRecording(state, file: file, line: line)
    self.expected = expected
    twin = state === expected ? nil : StateTwin(expected, of: state)
    for problem in state.fieldProblems { recording.fail(problem, file: file, line: line) }
    if state === expected {
      recording.fail(
        """
        The state can't be compared with itself: give another object of \(State.self) as `expected`.
        """,
        file: file,
        line: line
      )
    }
  }

  deinit {
    recording.end()
  }

  /// Asserts the next change: the last asserted values, changed by `change`, which has to name all
  /// that differs.
  ///
  /// Several writes in one turn of the main actor are one change if all of them are to the fields that
  /// `change` changes, and none of these goes back to a value that it had before.
  public func expect(
    _ change: @MainActor (State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    var sequence = recording.upToDate
    let start = sequence.asserted
    guard let end = snapshot(of: start, changedBy: change, file: file, line: line) else { return }
    switch sequence.assertNext(end) {
    case .expected: break
    case .missing:
      recording.fail(
        "\(State.self) did not change any more:\(list(start, end, start))",
        file: file,
        line: line
      )
    case .other(let actual):
      recording.fail(
        "The next change of \(State.self) is not the expected one:\(list(start, end, actual))",
        file: file,
        line: line
      )
    }
    recording.upToDate = sequence
  }

  /// Asserts all values that a property has had, equal neighbours once; other fields are not compared.
  ///
  /// All changes so far count as asserted.
  public func expect<Value: Equatable>(
    _ property: KeyPath<State, Value>,
    _ values: [Value],
    file: StaticString = #file,
    line: UInt = #line
  ) {
    let actual = self.values(of: property, file: file, line: line)
    skipChanges()
    guard !ValueDifference.isAlike(actual, values) else { return }
    recording.fail(
      """
      The values of \(name(of: property)) are not the expected ones:
        expected \(ValueText.describe(values)), got \(ValueText.describe(actual))
      """,
      file: file,
      line: line
    )
  }

  /// Asserts that all changes have been asserted.
  public func expectNoMoreChanges(file: StaticString = #file, line: UInt = #line) {
    let changes = recording.upToDate.unassertedChanges
    skipChanges()
    guard !changes.isEmpty else { return }
    recording.fail(
      "\(State.self) changed more than was asserted:\(list(changes))",
      file: file,
      line: line
    )
  }

  /// Lets all changes so far count as asserted.
  public func skipChanges() {
    recording.upToDate.assertAll()
  }

  /// All values that a property has had since the recorder was made, equal neighbours once.
  ///
  /// The property is one of the fields that the state names for its snapshots, or made of these.
  public func values<Value: Equatable>(
    of property: KeyPath<State, Value>,
    file: StaticString = #file,
    line: UInt = #line
  ) -> [Value] {
    let snapshots = recording.upToDate.snapshots
    let field = recording.state.fieldIndex(of: property)
    var values: [Value] = []
    let isComplete = snapshots.allSatisfy { snapshot in
      guard let value = value(of: property, field, in: snapshot, file: file, line: line) else {
        return false
      }
      if !isSame(value, values.last) { values.append(value) }
      return true
    }
    if isComplete, !isSame(recording.state[keyPath: property], values.last) {
      recording.fail(
        """
        The values of \(name(of: property)) are not known: it is not made of fields that \
        \(State.self) names in `snapshotFields`.
        """,
        file: file,
        line: line
      )
    }
    return values
  }

  private func value<Value: Equatable>(
    of property: KeyPath<State, Value>,
    _ field: Int?,
    in snapshot: StateSnapshot,
    file: StaticString,
    line: UInt
  ) -> Value? {
    if let field, let value = snapshot.plainValue(of: field) as? Value { return value }
    return bringExpected(to: snapshot, file: file, line: line) ? expected[keyPath: property] : nil
  }

  private func snapshot(
    of start: StateSnapshot,
    changedBy change: @MainActor (State) -> Void,
    file: StaticString,
    line: UInt
  ) -> StateSnapshot? {
    guard bringExpected(to: start, file: file, line: line) else { return nil }
    change(expected)
    if let problem = sharedObject() {
      recording.fail(problem, file: file, line: line)
      return nil
    }
    let end = expected.snapshot()
    guard end == start else { return end }
    recording.fail("The expectation changes nothing", file: file, line: line)
    return nil
  }

  private func bringExpected(
    to snapshot: StateSnapshot,
    file: StaticString,
    line: UInt
  ) -> Bool {
    guard let twin else { return false }
    if let problem = sharedObject() {
      recording.fail(problem, file: file, line: line)
      return false
    }
    do throws(StateTwin.Failure) {
      try twin.bring(to: snapshot)
      return true
    } catch {
      recording.fail(error.text, file: file, line: line)
      return false
    }
  }

  /// The mistake of an object that is a part of the state and of the expected one.
  private func sharedObject() -> String? {
    twin?.sharedObject(with: recording.state.snapshot()).map {
      """
      The object of `\($0)` is a part of the state under test and of the expected one, and would be \
      compared with itself: make another one.
      """
    }
  }

  private func name<Value>(of property: KeyPath<State, Value>) -> String {
    StoredProperty.name(of: property, in: recording.state)
  }

  private func isSame<Value: Equatable>(_ lhs: Value, _ rhs: Value?) -> Bool {
    rhs.map { ValueDifference.isSame(lhs, $0) } ?? false
  }
}
