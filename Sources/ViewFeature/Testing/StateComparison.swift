import StateFields

/// The whole comparison of a state that has no snapshots but is `Equatable`.
///
/// The expected state is a second object, which the test's closures change.
@MainActor
final class StateComparison<F: Feature> {
  /// An action that changed the state but not the expected state.
  private struct Unasserted {
    let name: String
    /// The action that the handler can repeat.
    let action: F.Action?
    let location: Location
    /// Gives the expected state the value that a property was asserted to have.
    var copy: (@MainActor (F.State) -> Void)?
  }

  private let state: F.State
  var expected: F.State
  private let pipeline: ActionPipeline<F.Action, F.State>
  /// A feature that is given nothing calls nobody when its handler is run once more.
  private let isReplayExact: Bool
  private var unasserted: [Unasserted] = []
  private var hasStarted = false
  private lazy var shared = state === expected ? nil : sharedState(of: state, expected)

  init(
    _ state: F.State,
    expected: F.State,
    feature: F,
    pipeline: ActionPipeline<F.Action, F.State>
  ) {
    self.state = state
    self.expected = expected
    self.pipeline = pipeline
    isReplayExact =
      pipeline.middleware.isEmpty && pipeline.reactions.isEmpty
      && Mirror(reflecting: feature).children.isEmpty
  }

  func note(_ name: String, replayable action: F.Action?, at location: Location) {
    hasStarted = true
    unasserted.append(Unasserted(name: name, action: action, location: location))
  }

  /// The action that was noted last is asserted by a comparison of the whole states.
  func forgetLast() {
    unasserted.removeLast()
  }

  /// Of the action that was noted last one property was asserted.
  func noteValue<Value>(of property: KeyPath<F.State, Value>) {
    guard let property = property as? ReferenceWritableKeyPath<F.State, Value> else { return }
    let value = state[keyPath: property]
    unasserted[unasserted.count - 1].copy = { $0[keyPath: property] = value }
  }

  /// Why the whole states can't be compared after the next action, if they can't.
  func prepare<State: Equatable>() -> String? where F.State == State {
    if state === expected {
      return """
        The whole state can't be compared: `initialState` gave the same object twice, which would be \
        compared with itself. Write the expression that makes it into the call: \
        TestStore(initialState: State(…), …).
        """
    }
    if let shared {
      return """
        The whole state can't be compared: `\(shared)` is one object in both states that \
        `initialState` gave, and would be compared with itself. Write the expression that makes it \
        into the call: TestStore(initialState: State(…), …).
        """
    }
    if !hasStarted, !isSame(state, expected) {
      return """
        The whole state can't be compared: `initialState` was evaluated twice and gave two states \
        that differ:
        \(describeDifference(actual: state, expected: expected))
        """
    }
    return bringUpToDate()
  }

  func isExpected<State: Equatable>() -> Bool where F.State == State {
    isSame(state, expected)
  }

  private func isSame<State: Equatable>(_ lhs: State, _ rhs: State) -> Bool {
    ValueDifference.isAlike(lhs, rhs)
  }

  /// Repeats on the expected state what earlier actions did that were not fully compared.
  private func bringUpToDate<State: Equatable>() -> String? where F.State == State {
    guard let first = unasserted.first(where: { $0.copy == nil }) ?? unasserted.first else {
      return nil
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
    return """
      The whole state can't be compared: \(earlier.name), sent at \
      \(earlier.location.file):\(earlier.location.line), was not asserted in full. Send it with \
      `{ state in … }` and make all its changes there, or let the state be a `SnapshotState`.
      """
  }

  private func replay() {
    while let earlier = unasserted.first {
      guard case .synchronous(let logic) = pipeline.logic, let action = earlier.action,
        (try? logic(action, expected)) != nil
      else { return }
      unasserted.removeFirst()
    }
  }
}
