import Logging
import StateEngine

/// Runs a feature in a test: `send` waits for the action, its effects and the actions that they send,
/// and then asserts.
///
/// With `exhaustivity` set to `.on`, `send` waits for the handler only; each action that an effect
/// sends has to be asserted with `receive`, each change with the action that made it, and what is left
/// at the end fails the test.
///
/// States are classes, so a comparison of whole states needs a copy. A state that is a
/// `SnapshotState` is copied; of another one the expression given as `initialState` is evaluated
/// twice, and the second object is what the comparison changes and compares with.
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

  /// The store that runs the feature; for bindings and children.
  public let store: Store<F>
  /// The live state of the feature.
  public var state: F.State { store.state }
  /// The actions sent through this test store, in order.
  public private(set) var actionHistory: [F.Action] = []
  /// How much has to be asserted; `off` unless the test says otherwise.
  public var exhaustivity: Exhaustivity = .off
  /// How long is waited, in real time, for effects that do not end and actions that do not come.
  public var timeout: Duration = .seconds(10)

  let assertions: any AssertionProvider
  let handled: HandledActions<F>
  private let effectTable: EffectTable<F.Action>
  /// The fields at the last assertion, where the state has snapshots.
  var asserted: StateSnapshot?
  private let logic: ActionPipeline<F.Action, F.State>.Logic
  private var expected: F.State
  private var unasserted: [Unasserted] = []
  private let reporter: Unchecked<any AssertionProvider>
  private let file: StaticString
  private let line: UInt

  /// Makes a test store; `initialState` is evaluated twice, unless the state has snapshots.
  ///
  /// For the full comparison it has to make two objects that are equal. `clock` is what effects with
  /// a debounce, a retry or the like wait with.
  public init(
    initialState: @autoclosure () -> F.State,
    feature: F,
    clock: any Clock<Duration> = ContinuousClock(),
    assertionProvider: any AssertionProvider = IssueAssertionProvider(),
    file: StaticString = #file,
    line: UInt = #line
  ) {
    let handler = feature.handle()
    let state = initialState()
    let handled = HandledActions<F>()
    store = Store(
      initialState: state,
      feature: feature,
      handler: handler.use(handled),
      taskManager: TaskManager(),
      clock: clock
    )
    handled.store = store
    effectTable = store.effectTable
    self.handled = handled
    asserted = (state as? any SnapshotState)?.snapshot()
    expected = asserted == nil ? initialState() : state
    logic = handler.pipeline.logic
    assertions = assertionProvider
    reporter = Unchecked(assertionProvider)
    self.file = file
    self.line = line
  }

  deinit {
    let running = effectTable.effects.filter { $0.state != .cancelled }
    let received = handled.pending.withLock { $0.map { "\($0.action)" } }
    if !running.isEmpty {
      reporter.value.fail(
        "Effects are still running at the end of the test:\(list(running))",
        file: file,
        line: line
      )
    }
    if exhaustivity == .on, !received.isEmpty {
      reporter.value.fail(
        "Received actions were not asserted: \(received.joined(separator: ", "))",
        file: file,
        line: line
      )
    }
  }

  /// Sends an action and, unless everything has to be asserted, asserts nothing.
  @discardableResult
  public func send(
    _ action: F.Action,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await perform(action, file: file, line: line)
    if exhaustivity == .on {
      assertChanges(after: "\(action)", handled.lastSent?.snapshot, file: file, line: line)
    } else {
      skipChanges(after: "\(action)")
    }
    return state
  }

  /// Sends an action, makes the changes that are expected, and compares the whole states.
  @discardableResult
  public func send<State: SnapshotState>(
    _ action: F.Action,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where F.State == State {
    await sendComparingSnapshots(action, file: file, line: line, expecting)
  }

  /// Sends an action, makes the changes that are expected, and compares the whole states by their
  /// snapshots.
  @discardableResult
  public func send<State: SnapshotState & Equatable>(
    _ action: F.Action,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where F.State == State {
    await sendComparingSnapshots(action, file: file, line: line, expecting)
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
    let canCompare = canCompare(file: file, line: line)
    let old = fields(of: state)
    await perform(action, file: file, line: line)
    guard canCompare else { return state }
    unasserted.removeLast()
    guard bringExpectedUpToDate(file: file, line: line) else { return state }
    expecting(&expected)
    assertions.assertEqual(
      state,
      expected,
      """
      The state after \(action) is not the expected one:
      \(describeDifference(from: old, actual: state, expected: expected))
      """,
      file: file,
      line: line
    )
    return state
  }

  /// Sends an action and hands the state to `assert`.
  ///
  /// What that looks at counts as asserted, and so does the rest of the state.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: F.Action,
    assert: (F.State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await perform(action, file: file, line: line)
    assert(state)
    skipChanges(after: "\(action)")
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
    await perform(action, file: file, line: line)
    let actualValue = state[keyPath: keyPath]
    // On Linux a key path does not know the name of an observable property.
    let name = StoredProperty.name(ofPropertyWith: actualValue, in: state) ?? "\(keyPath)"
    assertions.assertEqual(
      actualValue,
      expectedValue,
      "\(name) after \(action): expected \(expectedValue), got \(actualValue)",
      file: file,
      line: line
    )
    assertNoOtherChange(after: action, than: actualValue, file: file, line: line)
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

  private func sendComparingSnapshots(
    _ action: F.Action,
    file: StaticString,
    line: UInt,
    _ expecting: (inout F.State) -> Void
  ) async -> F.State {
    await perform(action, file: file, line: line)
    assertChanges(after: "\(action)", snapshotOfLastSent, file: file, line: line, expecting)
    return state
  }

  /// Sends an action and waits: for its handler if everything has to be asserted, for all otherwise.
  private func perform(_ action: F.Action, file: StaticString, line: UInt) async {
    leaveReceivedActions(before: "\(action)", file: file, line: line)
    actionHistory.append(action)
    handled.lastSent = nil
    let handledBefore = handled.count
    let sent = store.send(action, from: SendOrigin(fileID: file, line: line, isTest: true))
    unasserted.append(
      Unasserted(
        action: action,
        wasVetoed: sent.isDone && handled.count == handledBefore,
        isReplayable: sent.isDone && handled.count == handledBefore + 1,
        file: file,
        line: line
      )
    )
    guard exhaustivity != .on else { return await sent.handled }
    await waitForEnd(of: sent, action, file: file, line: line)
  }

  /// What is compared: the state as the handler left it if all the rest has to be asserted too.
  private var snapshotOfLastSent: StateSnapshot? {
    exhaustivity == .on ? handled.lastSent?.snapshot : nil
  }

  private func waitForEnd(
    of sent: SentAction,
    _ action: F.Action,
    file: StaticString,
    line: UInt
  ) async {
    if sent.isDone { return }
    let hasEnded = await Race.run(timeout: timeout) { race in
      ImmediateTask.start { @MainActor in
        await sent.value
        race.end()
      }
    }
    if hasEnded { return }
    assertions.fail(
      """
      \(action) is not done after \(timeout). Effects that do not end by themselves have to be \
      cancelled before the action is awaited; set `exhaustivity` to `.on` to go on meanwhile.\
      \(list(store.effects))
      """,
      file: file,
      line: line
    )
    sent.cancel()
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
          `{ state in … }` and make all its changes there, or let the state be a `SnapshotState`.
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
