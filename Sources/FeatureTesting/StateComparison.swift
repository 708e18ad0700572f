import FeatureStore
import StateFields

/// The comparison of whole states that have no snapshots but are `Equatable`.
///
/// The expected state is a second object, which the test's closures change.
@MainActor
final class StateComparison<F: Feature> {
  /// An action that changed the state but not the expected state.
  private struct Unasserted {
    let number: Int
    let name: String
    /// The action, if the handler can repeat it.
    let action: F.Action?
    let location: Location
    /// Copies the asserted value of a property into the expected state.
    var copy: (@MainActor (F.State) -> Void)?
  }

  private let state: F.State
  var expected: F.State
  private let handler: ActionHandler<F.Action, F.State>
  /// Whether running the handler again has no side effects, because the feature has no dependencies.
  private let isReplayExact: Bool
  private var unasserted: [Unasserted] = []
  private var lastNumber = 0
  private var hasStarted = false
  private lazy var shared = state === expected ? nil : sharedState(of: state, expected)

  init(
    _ state: F.State,
    expected: F.State,
    feature: F,
    handler: ActionHandler<F.Action, F.State>
  ) {
    self.state = state
    self.expected = expected
    self.handler = handler
    isReplayExact = handler.hasOnlyLogic && Mirror(reflecting: feature).children.isEmpty
  }

  /// Records an action whose changes are not asserted yet, and returns its number.
  @discardableResult
  func note(_ name: String, replayable action: F.Action?, at location: Location) -> Int {
    hasStarted = true
    lastNumber += 1
    unasserted.append(
      Unasserted(number: lastNumber, name: name, action: action, location: location)
    )
    return lastNumber
  }

  /// Removes a recorded action, which a comparison of the whole states asserts.
  func forget(_ number: Int) {
    unasserted.removeAll { $0.number == number }
  }

  /// Removes the record of `onStart`, whose changes are asserted.
  func forgetStart() {
    if unasserted.first?.name == "onStart" { unasserted.removeFirst() }
  }

  /// Records that one property was asserted after a recorded action.
  func noteValue<Value>(of property: KeyPath<F.State, Value>, after number: Int) {
    guard let property = property as? ReferenceWritableKeyPath<F.State, Value>,
      let index = unasserted.firstIndex(where: { $0.number == number })
    else { return }
    let value = state[keyPath: property]
    unasserted[index].copy = { $0[keyPath: property] = value }
  }

  /// Returns the reason why the whole states can't be compared after the next action, or `nil` if they can.
  func prepare<State: Equatable>() -> String? where F.State == State {
    if let problem = sharingProblem { return problem }
    if !hasStarted, !isSame(state, expected) {
      return """
        The whole state can't be compared: `initialState` was evaluated twice and returned \
        different states:
        \(describeDifference(actual: state, expected: expected))
        """
    }
    return bringUpToDate()
  }

  /// The reason why the state can't be compared with the expected one: they share an object.
  var sharingProblem: String? {
    if state === expected {
      return """
        The whole state can't be compared: `initialState` returned the same object twice, which \
        would be compared with itself. Create the state within the call: \
        TestStore(initialState: State(…), …).
        """
    }
    if let shared {
      return """
        The whole state can't be compared: `\(shared)` is the same object in both states that \
        `initialState` returned, and would be compared with itself. Create it within the call: \
        TestStore(initialState: State(…), …).
        """
    }
    return nil
  }

  func isExpected<State: Equatable>() -> Bool where F.State == State {
    isSame(state, expected)
  }

  private func isSame<State: Equatable>(_ lhs: State, _ rhs: State) -> Bool {
    ValueDifference.isAlike(lhs, rhs)
  }

  /// Repeats on the expected state the changes of earlier actions that were not fully compared.
  private func bringUpToDate<State: Equatable>() -> String? where F.State == State {
    guard let first = unasserted.first(where: { $0.copy == nil }) ?? unasserted.first else {
      if isSame(state, expected) { return nil }
      return """
        The whole state can't be compared: it has changed since the last comparison, outside of \
        the asserted actions, or that comparison has failed:
        \(describeDifference(actual: state, expected: expected))
        """
    }
    if !isSame(state, expected), isReplayExact { replay() }
    if !isSame(state, expected) {
      for earlier in unasserted { earlier.copy?(expected) }
    }
    if isSame(state, expected) {
      unasserted = []
      return nil
    }
    let earlier = unasserted.first { $0.copy == nil } ?? first
    if earlier.action == nil, earlier.name == "onStart" {
      return """
        The whole state can't be compared: the changes of `onStart` were not asserted. Assert them \
        first, with `await store.started { … }`.
        """
    }
    return """
      The whole state can't be compared: \(earlier.name), sent at \
      \(earlier.location.file):\(earlier.location.line), was not asserted in full. Send it with \
      `{ state in … }` and make all its changes there, or conform the state to `SnapshotState`.
      """
  }

  private func replay() {
    while let earlier = unasserted.first {
      // The comparison afterwards finds whether `onStart` has changed anything.
      if earlier.action == nil, earlier.name == "onStart" {
        unasserted.removeFirst()
        continue
      }
      guard let logic = handler.synchronousLogic, let action = earlier.action,
        (try? logic(action, expected)) != nil
      else { return }
      unasserted.removeFirst()
    }
  }
}
