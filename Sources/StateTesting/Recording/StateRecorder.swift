public import Observation
public import StateFields

/// A recorder of the values that a state goes through, write by write, for assertions in a test.
///
/// ```swift
/// let recorder = StateRecorder(state, expected: WordsState())
/// await store.run(.load)
/// recorder.expect { $0.isLoading = true }
/// recorder.expect { $0.words = ["swift"] }
/// recorder.expect { $0.isLoading = false }
/// recorder.expectNoMoreChanges()
/// ```
///
/// Only the fields that the state declares for its snapshots are recorded. A write that leaves them equal isn't a
/// change. No write is missed, even if one turn of the main actor contains several. Assertions never change the state.
///
/// The recorder retains the state. If changes haven't been asserted when the recorder is deallocated, for example when
/// a test's local variable goes out of scope, the test fails at the line where the recorder was created. Don't write a
/// field while another one is being changed in place.
///
/// Changes of children are recorded too. If a child is added later, its changes are distinguished from the next write
/// to the state itself on. Expected values are made on the other object, which never uses a child of the state. For a
/// child that is added later, it needs a separate object from `makeEmptyCopy()`.
@MainActor
public final class StateRecorder<State: SnapshotState & Observable> {
  private let recording: StateRecording<State>
  private let expected: State
  /// The second object; `nil` if `expected` is the state itself.
  private let twin: StateTwin?

  /// Starts recording.
  ///
  /// - Parameters:
  ///   - state: The state under test.
  ///   - expected: Another object of the same type, without a parent, in which expected values are made.
  ///   - file: The file where unasserted changes are reported.
  ///   - line: The line where unasserted changes are reported.
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
        The state can't be compared with itself: pass another object of \(State.self) as `expected`.
        """,
        file: file,
        line: line
      )
    }
  }

  deinit {
    recording.end()
  }

  /// Asserts the next change.
  ///
  /// `change` modifies the last asserted values, and has to modify everything that differs.
  ///
  /// Several writes in one turn of the main actor count as one change if they only affect fields that `change`
  /// modifies, and none of these fields returns to an earlier value.
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
        "\(State.self) didn't change again:\(list(start, end, start))",
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

  /// Asserts all values that a property has had, without consecutive duplicates.
  ///
  /// Other fields aren't compared.
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
      "\(State.self) made changes that were not asserted:\(list(changes))",
      file: file,
      line: line
    )
  }

  /// Marks all changes so far as asserted.
  public func skipChanges() {
    recording.upToDate.assertAll()
  }

  /// Returns all values that a property has had since the recorder was created, without consecutive duplicates.
  ///
  /// The property must be one of the fields that the state declares for its snapshots, or be derived from them.
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
        The values of \(name(of: property)) are unknown: it isn't derived from fields that \
        \(State.self) lists in `snapshotFields`.
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

  /// Returns the error message for an object that both the state and the expected state contain.
  private func sharedObject() -> String? {
    twin?.sharedObject(with: recording.state.snapshot()).map {
      """
      The object of `\($0)` belongs to both the state under test and the expected state, and would \
      be compared with itself. Create a separate object.
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
