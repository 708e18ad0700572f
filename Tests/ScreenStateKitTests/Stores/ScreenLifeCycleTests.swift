import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

/// The work of a screen's store for its state and for its views.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ScreenLifeCycleTests {
  final class State: ScreenState {
    var starts = 0
    var ends = 0
    var presented = 0
    var isPresented = false
  }

  actor ClockStore: ScreenStore, ScreenLifeCycle {
    enum Action: ActionLockable, Hashable { case none }
    struct Failure: Error {}

    nonisolated let binding = ScreenBinding<State>()
    private let fails: Bool

    init(fails: Bool = false) {
      self.fails = fails
    }

    func perform(_ action: Action) async throws {}

    func start() async throws {
      if fails { throw Failure() }
      weak let state = viewState
      try await updateState { $0.starts += 1 }
      for await _ in AsyncStream<Never>.makeStream().stream {}
      await MainActor.run { state?.ends += 1 }
    }

    func whilePresented() async throws {
      // Another one may be bound when the change returns.
      weak let state = viewState
      try await updateState {
        $0.presented += 1
        $0.isPresented = true
      }
      for await _ in AsyncStream<Never>.makeStream().stream {}
      await MainActor.run { state?.isPresented = false }
    }
  }

  private func wait(until condition: () -> Bool) async {
    // The time limit of the suite ends this.
    while !condition() { await Task.yield() }
  }

  private actor Rebinder: ScreenStore, ScreenLifeCycle {
    enum Action: ActionLockable, Hashable { case rebind }

    nonisolated let binding = ScreenBinding<State>()
    private let next: State

    init(next: State) {
      self.next = next
    }

    func perform(_ action: Action) async throws { bind(to: next) }
    func start() async throws { try await updateState { $0.starts += 1 } }
  }

  /// An executor whose jobs wait until the test runs them.
  private final class HeldExecutor: SerialExecutor {
    private let jobs = LockIsolated<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withValue { $0.append(job) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { .init(ordinary: self) }

    /// Waits for a job and runs it.
    @MainActor func runNext() async {
      while jobs.value.isEmpty { await Task.yield() }
      jobs.withValue { $0.removeFirst() }.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  private actor HeldStore: ScreenStore, ScreenLifeCycle {
    enum Action: ActionLockable, Hashable { case none }

    nonisolated let binding = ScreenBinding<State>()
    nonisolated let executor = HeldExecutor()
    nonisolated let starts = LockIsolated(0)
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func perform(_ action: Action) async throws {}
    func start() async throws { starts.withValue { $0 += 1 } }
  }

  @Test func workThatIsCancelledBeforeItGetsTheActorDoesNotRun() async {
    let (store, first, second) = (HeldStore(), State(), State())
    store.binding.bind(first)
    store.begin()
    store.binding.bind(second)
    await store.executor.runNext()
    #expect(store.starts.value == 0)
    store.begin()
    await store.executor.runNext()
    #expect(store.starts.value == 1)
    withExtendedLifetime(first) {}
  }

  /// The binding cancels the action.
  @Test func aStateThatAnActionBindsIsStarted() async {
    let (first, second) = (State(), State())
    let store = Rebinder(next: second)
    await store.bind(to: first)
    await wait { first.starts == 1 }
    await store.run(.rebind)
    await wait { second.starts == 1 }
  }

  @Test func startRunsOnceForEachState() async {
    let (store, first, second) = (ClockStore(), State(), State())
    await store.bind(to: first)
    await store.bind(to: first)
    await wait { first.starts == 1 }
    await store.bind(to: second)
    await wait { second.starts == 1 && first.ends == 1 }
    #expect(first.starts == 1)
  }

  @Test func anErrorOfStartIsShown() async {
    let (store, state) = (ClockStore(fails: true), State())
    await store.bind(to: state)
    await wait { state.displayError != nil }
  }

  @Test func theWorkEndsWithTheState() async {
    let store = ClockStore()
    weak var ended: State?
    do {
      let state = State()
      ended = state
      await store.bind(to: state)
      await wait { state.starts == 1 }
    }
    // The work may hold it for a moment.
    await wait { ended == nil }
  }

  @Test func theFirstObserverStartsTheWorkAndTheLastOneEndsIt() async {
    let (store, state) = (ClockStore(), State())
    await store.bind(to: state)
    let (first, second) = (Task { await store.presented() }, Task { await store.presented() })
    await wait { state.isPresented }
    first.cancel()
    await first.value
    #expect(state.isPresented && state.presented == 1)
    second.cancel()
    await wait { !state.isPresented }
    store.addObserver()
    await wait { state.presented == 2 }
  }

  /// During time travel, the state shows other values than its own.
  @Test func nothingStartsWhileTheStateIsHeld() async {
    let (store, first, second) = (ClockStore(), State(), State())
    await store.bind(to: first)
    await wait { first.starts == 1 }
    first.lifetime.hold(true)
    store.addObserver()
    for _ in 0..<100 { await Task.yield() }
    #expect(first.presented == 0)
    first.lifetime.hold(false)
    await wait { first.isPresented }
    second.lifetime.hold(true)
    await store.bind(to: second)
    for _ in 0..<100 { await Task.yield() }
    #expect(second.starts == 0 && second.presented == 0)
    second.lifetime.hold(false)
    await wait { second.starts == 1 && second.isPresented }
    store.removeObserver()
    await wait { !second.isPresented }
    #expect(second.starts == 1 && second.presented == 1)
  }

  /// The first state is held when an observer comes; it no longer matters when another one is bound.
  @Test(arguments: [true, false])
  func aStateThatReplacesAHeldOneGetsTheWorkOfTheObservers(isBoundFirst: Bool) async {
    let (store, first, second) = (ClockStore(), State(), State())
    await store.bind(to: first)
    first.lifetime.hold(true)
    store.addObserver()
    for _ in 0..<100 { await Task.yield() }
    if !isBoundFirst { first.lifetime.hold(false) }
    await store.bind(to: second)
    if isBoundFirst { first.lifetime.hold(false) }
    await wait { second.isPresented }
    for _ in 0..<100 { await Task.yield() }
    #expect(second.presented == 1)
  }

  /// The observers are counted while another thread binds the second state.
  @Test func workThatBeginsDuringABindingIsForTheNewState() async {
    for _ in 0..<500 {
      let (store, first, second) = (ClockStore(), State(), State())
      store.binding.bind(first)
      let binding = Task.detached { await store.bind(to: second) }
      store.addObserver()
      await binding.value
      await wait { second.isPresented }
      #expect(second.presented == 1)
    }
  }

  /// Another thread releases the first state.
  @Test func theEndOfAStateReachesNoWorkForTheNextOne() async throws {
    for _ in 0..<500 {
      let (store, second) = (ClockStore(), State())
      let first = LockIsolated<State?>(State())
      if let state = first.value { await store.bind(to: state) }
      let release = Task.detached { first.setValue(nil) }
      await store.bind(to: second)
      try await store.send(.none).value
      await wait { second.starts == 1 }
      await release.value
      #expect(second.ends == 0)
    }
  }

  private actor FailingStore: ScreenStore, ScreenLifeCycle {
    enum Action: ActionLockable, Hashable { case none }
    struct Failure: Error {}

    nonisolated let binding = ScreenBinding<State>()
    nonisolated let failures = LockIsolated(0)

    func perform(_ action: Action) async throws {}

    func start() async throws {
      await Task.yield()
      failures.withValue { $0 += 1 }
      throw Failure()
    }
  }

  @Test func anErrorOfStartIsNotShownAfterAnotherStateWasBound() async throws {
    for seed in seedsOnOneThread(0..<100) {
      try await simulate(seed: seed) {
        let (store, parent) = (FailingStore(), ScreenState())
        let (first, second) = (State(states: parent), State(states: parent))
        await store.bind(to: first)
        for _ in 0..<(seed % 8) { await Task.yield() }
        let wasShown = first.displayError != nil
        // Without waiting for the store, which could show the error before it binds the second state.
        store.binding.bind(second)
        store.begin()
        await settle()
        #expect((first.displayError != nil) == wasShown)
        #expect(store.failures.value > 0 && second.displayError != nil)
      }
    }
  }

  @Test func workThatWaitsForTheReleaseEndsWithItsState() async {
    let (store, first, second) = (ClockStore(), State(), State())
    first.lifetime.hold(true)
    second.lifetime.hold(true)
    await store.bind(to: first)
    await store.bind(to: second)
    first.lifetime.hold(false)
    second.lifetime.hold(false)
    await wait { second.starts == 1 }
    for _ in 0..<100 { await Task.yield() }
    #expect(first.starts == 0 && second.starts == 1)
  }

  @Test func anotherStateGetsTheWorkOfTheObservers() async {
    let (store, first, second) = (ClockStore(), State(), State())
    store.addObserver()
    await store.bind(to: first)
    await wait { first.isPresented }
    await store.bind(to: second)
    await wait { second.isPresented && !first.isPresented }
  }

  @Test func aStateThatIsBoundDuringAnAppearanceGetsOneRun() async {
    let (store, state) = (ClockStore(), State())
    store.addObserver()
    // Another thread binds the state: the turn of the appearance ends before the store learns of the binding.
    store.binding.bind(state)
    await wait { state.isPresented }
    store.begin()
    await wait { state.starts == 1 }
    for _ in 0..<100 { await Task.yield() }
    #expect(state.presented == 1)
    store.removeObserver()
    await wait { !state.isPresented }
  }
}
