public import FeatureStore
import Logging
import StateCore
import StateFields

/// A store that runs a feature in a test.
///
/// `send` waits for the handler and asserts the changes that it has made. You must assert each action that an effect
/// sends with `receive`, and each change with the action that made it. An action or a change that is left at the end
/// fails the test. Without fields to compare, a state's changes are checked only where the test asserts them.
///
/// If you set `exhaustivity` to `.off`, `send` waits for the action, its effects and the actions that they send, and
/// then asserts what the test names.
///
/// The feature is tested together with its children and theirs. Address children by key path, such as
/// `\.rows[id: 7].editor`, to send actions to them and to assert the actions that they receive. Their changes are part
/// of the feature's state.
///
/// States are classes, so the expression given as `initialState` is evaluated a second time for a state that is
/// compared as a whole. Expectations are made on the second object, so no assertion changes the state under test.
///
/// An unhandled error fails the test, at the line of the last call.
@MainActor
public final class TestStore<F: Feature> {
  /// The store that runs the feature; use it for bindings and children.
  public let store: Store<F>
  /// The live state of the feature.
  public var state: F.State { store.state }
  /// The actions sent through this test store, in order.
  public internal(set) var actionHistory: [F.Action] = []
  /// The extent to which the test must make assertions; `on` by default.
  public var exhaustivity: Exhaustivity = .on {
    didSet {
      record.isExhaustive = exhaustivity == .on
      needsFields = true
      // Until now, nothing had to be asserted.
      if exhaustivity == .on, oldValue != .on { skipReceivedActions() }
    }
  }
  /// Whether the test has asked for assertions that need the fields of the state.
  private(set) var needsFields = false
  /// The maximum time that the test waits for effects to end and actions to arrive.
  ///
  /// It is real time. In a simulation with virtual time, it passes when nothing else can run or wake up.
  public var timeout: Duration = .seconds(10)

  let assertions: any AssertionProvider
  let record: TreeRecord
  /// The expected fields, if the state has snapshots.
  let expectations: Expectations<F.State>?
  let comparison: StateComparison<F>
  private let reporter: Unchecked<any AssertionProvider>
  private let start: Location

  /// Creates a test store.
  ///
  /// Handlers, effects and the expression `initialState` have `environment` as `StoreEnvironment.current`. Effects with
  /// a debounce, a retry or another delay wait with `clock`.
  ///
  /// The state under test is the first object that `initialState` creates. For a state that is a `SnapshotState` or
  /// `Equatable`, `initialState` is evaluated again, with the same dates, identifiers and random numbers. It must then
  /// create another object with other children, on which expectations are made.
  public convenience init(
    initialState: @autoclosure () -> F.State,
    feature: F,
    clock: any Clock<Duration> = ContinuousClock(),
    environment: StoreEnvironment = .inherited,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    self.init(
      initialState: initialState(),
      feature: feature,
      clock: clock,
      environment: environment,
      assertionProvider: IssueAssertionProvider(),
      file: file,
      line: line
    )
  }

  /// Creates a test store whose environment begins with `.test` and is changed by a closure.
  ///
  /// ```swift
  /// let store = TestStore(initialState: Search.State(), feature: Search()) { $0.words = StubWords() }
  /// ```
  ///
  /// The closure runs once, before `initialState`, which is evaluated as in the other initializer.
  public convenience init<E: Error>(
    initialState: @autoclosure () -> F.State,
    feature: F,
    clock: any Clock<Duration> = ContinuousClock(),
    environment change: (inout StoreEnvironment) throws(E) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) throws(E) {
    let environment = try StoreEnvironment.test.changing(change)
    self.init(
      initialState: initialState(),
      feature: feature,
      clock: clock,
      environment: environment,
      file: file,
      line: line
    )
  }

  /// Creates a test store that reports failures to `assertionProvider`.
  package init(
    initialState: @autoclosure () -> F.State,
    feature: F,
    clock: any Clock<Duration> = ContinuousClock(),
    environment: StoreEnvironment = .inherited,
    assertionProvider: any AssertionProvider,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    let handler = environment.resolved(clock: clock).creating(F.self) { feature.handle() }
    let values = RepeatedValues(of: environment, clock: clock)
    let state = values.draw(initialState)
    let needsOther = state is any SnapshotState || state is any Equatable
    let other = needsOther ? values.repeatDraws(initialState) : state
    start = Location(file: file, line: line)
    assertions = assertionProvider
    reporter = Unchecked(assertionProvider)
    expectations = Expectations(state, other: other)
    let record = TreeRecord(at: start) { [expectations] in
      expectations?.present
    } report: { message, location in
      assertionProvider.fail(message, file: location.file, line: location.line)
    }
    self.record = record
    store = StoreRecord<F>(record, at: StorePosition())
      .makeStore(state, feature, handler, clock: clock, environment: environment)
    store.onOutput { record.add(output: $0) }
    store.onDismiss = { record.record(Dismissal(), at: StorePosition()) {} }
    comparison = StateComparison(
      state,
      expected: other,
      feature: feature,
      handler: handler
    )
    for problem in expectations?.fieldProblems ?? [] { fail(problem, at: start) }
    store.followChildren()
    record.start { store.beginLife() }
    if store.hasLife {
      comparison.note("onStart", replayable: nil, at: start)
    }
  }

  deinit {
    // Outside the main actor, the names are those of the last action.
    MainThread.run { [record] in record.updateNames() }
    let running = record.members.withLock { $0 }.flatMap { $0.effects(false) } + record.handlers
    let received = record.pending.withLock { $0.map(\.name) }
    let outputs = record.outputs.withLock { $0.map { ValueText.describe($0) } }
    let report: @Sendable (String) -> Void = { [reporter, start] in
      reporter.value.fail($0, file: start.file, line: start.line)
    }
    for failure in record.takeKept() {
      reporter.value.fail(
        failure.message,
        file: failure.location.file,
        line: failure.location.line
      )
    }
    if !running.isEmpty {
      report("Effects are still running at the end of the test:\(list(running))")
    }
    guard exhaustivity == .on else { return }
    if !received.isEmpty {
      report("Received actions were not asserted: \(received.joined(separator: ", "))")
    }
    if !outputs.isEmpty {
      report("Outputs were not asserted: \(outputs.joined(separator: ", "))")
    }
    guard let expectations else { return }
    // Outside the main actor, the changes can't be read before the test has ended.
    let isOver = Flag()
    MainThread.run {
      if isOver.isRaised { return }
      let changes = expectations.rest
      if !changes.isEmpty {
        report("Changes were not asserted:\(changes.map { "\n  \($0)" }.joined())")
      } else if let text = expectations.unnoticed {
        report(text)
      }
    }
    isOver.raise()
  }

  func fail(_ message: String, at location: Location) {
    assertions.fail(message, file: location.file, line: location.line)
  }
}
