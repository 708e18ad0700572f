/// Runs a feature in a test: `send` waits for the action, its effects and the actions that they send,
/// and then asserts.
///
/// States are classes, so the expected state has to be an object of its own: the expression given as
/// `initialState` is evaluated twice, and the second object is what the full comparison changes and
/// compares with.
@MainActor
public final class TestStore<F: Feature> {
  /// An action that changed the state but not the expected state.
  private struct Unasserted {
    let action: F.Action
    /// Middleware kept the handler from running.
    let wasVetoed: Bool
    let isReplayable: Bool
    let file: StaticString
    let line: UInt
  }

  public var state: F.State { store.state }
  /// The actions sent through this test store, in order.
  public private(set) var actionHistory: [F.Action] = []

  private let store: Store<F>
  private let probe = LogicProbe()
  private let logic: ActionPipeline<F.Action, F.State>.Logic
  private var expected: F.State
  private var unasserted: [Unasserted] = []
  private let assertions: any AssertionProvider

  /// Makes a test store; `initialState` is evaluated twice.
  ///
  /// For the full comparison it has to make two objects that are equal.
  public init(
    initialState: @autoclosure () -> F.State,
    feature: F,
    assertionProvider: any AssertionProvider = IssueAssertionProvider()
  ) {
    let handler = feature.handle()
    store = Store(
      initialState: initialState(),
      feature: feature,
      handler: handler.use(probe),
      taskManager: TaskManager(),
      clock: ContinuousClock()
    )
    expected = initialState()
    logic = handler.pipeline.logic
    assertions = assertionProvider
  }

  /// Sends an action and asserts nothing.
  @discardableResult
  public func send(
    _ action: F.Action,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    actionHistory.append(action)
    probe.wasReached = false
    let sent: SentAction = store.send(action)
    unasserted.append(
      Unasserted(
        action: action,
        wasVetoed: sent.isDone && !probe.wasReached,
        isReplayable: sent.isDone,
        file: file,
        line: line
      )
    )
    await sent.value
    return state
  }

  /// Sends an action, makes the changes that are expected, and compares the whole states.
  @discardableResult
  public func send<State: Equatable>(
    _ action: F.Action,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where F.State == State {
    // `where F.State: Equatable` would not hold for a conformance that is isolated to the main actor.
    guard canCompare(file: file, line: line) else {
      return await send(action, file: file, line: line)
    }
    await send(action, file: file, line: line)
    unasserted.removeLast()
    guard bringExpectedUpToDate(file: file, line: line) else { return state }
    expecting(&expected)
    assertions.assertEqual(
      state,
      expected,
      """
      The state after \(action) is not the expected one:
      \(describeDifference(actual: state, expected: expected))
      """,
      file: file,
      line: line
    )
    return state
  }

  /// Sends an action and hands the state to `assert`.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: F.Action,
    assert: (F.State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await send(action, file: file, line: line)
    assert(state)
    return state
  }

  /// Sends an action and compares one property.
  @discardableResult
  public func send<V: Equatable>(
    _ action: F.Action,
    expecting keyPath: KeyPath<F.State, V>,
    toBe expectedValue: V,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await send(action, file: file, line: line)
    let actualValue = state[keyPath: keyPath]
    assertions.assertEqual(
      actualValue,
      expectedValue,
      "\(keyPath) after \(action): expected \(expectedValue), got \(actualValue)",
      file: file,
      line: line
    )
    return state
  }

  /// Sends an action and compares one property.
  @discardableResult
  public func send<V: Equatable>(
    _ action: F.Action,
    _ keyPath: KeyPath<F.State, V>,
    _ expectedValue: V,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await send(action, expecting: keyPath, toBe: expectedValue, file: file, line: line)
  }

  /// Before anything was sent, the two states have to be two objects, and equal.
  private func canCompare<State: Equatable>(file: StaticString, line: UInt) -> Bool
  where F.State == State {
    if state === expected {
      assertions.fail(
        """
        The whole state can't be compared: `initialState` gave the same object twice, which would be \
        compared with itself. Write the expression that makes it into the call: \
        TestStore(initialState: State(…), …).
        """,
        file: file,
        line: line
      )
      return false
    }
    if actionHistory.isEmpty, state != expected {
      assertions.fail(
        """
        The whole state can't be compared: `initialState` was evaluated twice and gave two states \
        that differ:
        \(describeDifference(actual: state, expected: expected))
        """,
        file: file,
        line: line
      )
      return false
    }
    return true
  }

  /// Repeats on the expected state what earlier actions did that were not fully compared.
  private func bringExpectedUpToDate(file: StaticString, line: UInt) -> Bool {
    while let earlier = unasserted.first {
      if earlier.wasVetoed {
        unasserted.removeFirst()
        continue
      }
      guard case .synchronous(let logic) = logic, earlier.isReplayable,
        (try? logic(earlier.action, expected)) != nil
      else {
        assertions.fail(
          """
          The whole state can't be compared: \(earlier.action), sent at \(earlier.file):\
          \(earlier.line), had an effect and its changes were not asserted in full. Send it with \
          `{ state in … }` and make all its changes there.
          """,
          file: file,
          line: line
        )
        return false
      }
      unasserted.removeFirst()
    }
    return true
  }
}

/// Notes that an action has passed all middleware that could have kept its handler from running.
@MainActor
private final class LogicProbe: SynchronousActionMiddleware {
  var wasReached = false

  func beforeAction<Action, State>(_ action: Action, state: State) {
    wasReached = true
  }
}
