import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// Callers that load the same resource at the same time, in virtual time.
@MainActor @Suite(.needsVirtualTime, .simulated(seeds: 0..<10), .timeLimit(.minutes(20)))
struct SharedLoadsTests {
  /// The store of the article *Requests*.
  actor OrdersStore: ScreenStore {
    enum Action: ActionLockable, ExecutionPolicyProviding, Hashable {
      case appear
      case pull
      case watch

      // Several views may watch.
      var executionPolicy: ExecutionPolicy { self == .watch ? .concurrent : .dropWhileRunning }
    }

    nonisolated let binding = ScreenBinding<OrdersScreen>()
    private let service: WordService

    init(_ service: WordService) {
      self.service = service
    }

    func perform(_ action: Action) async throws {
      switch action {
      case .appear:
        try await load(\.orders, staleAfter: .seconds(60), retry: .exponentialBackoff()) {
          try await service.words()
        }
      case .pull:
        try await load(\.orders) { try await service.words() }
      case .watch:
        try await keepFresh(\.orders, staleAfter: .seconds(60), every: .seconds(300)) {
          try await service.words()
        }
      }
    }
  }

  @Observable @MainActor
  final class OrdersScreen: ScreenState {
    var orders = Resource<[String]>()
  }

  private let time = ContinuousClock()
  private let state = WordsState()
  private let service = WordService()
  private let gate = Gate()
  private let environment = StoreEnvironment.controlled(clock: ContinuousClock())

  /// The first load waits for the gate.
  private func blockFirst() {
    service.answer = { [gate] number in
      if number == 1 { try await gate.pass() }
      return ["\(number)"]
    }
  }

  private func load(
    staleAfter: Duration? = nil,
    retry: RetryPolicy = .never
  ) -> Task<Bool, any Error> {
    Task.immediate { [state, service, environment] in
      try await StoreEnvironment.with(environment) {
        try await state.load(\.words, staleAfter: staleAfter, retry: retry) {
          try await service.words()
        }
      }
    }
  }

  private func keepFresh(
    staleAfter: Duration = .zero,
    every interval: Duration? = nil,
    on events: AsyncStream<Void> = AsyncStream { $0.finish() }
  ) -> Task<Void, any Error> {
    Task.immediate { [state, service, environment] in
      try await StoreEnvironment.with(environment) {
        try await state.keepFresh(\.words, staleAfter: staleAfter, every: interval, on: events) {
          try await service.words()
        }
      }
    }
  }

  private func end(_ tasks: Task<Void, any Error>...) async {
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    await settle()
    #expect(!state.words.isLoading)
  }

  // MARK: Screen stores

  @Test func aWatchGetsTheLoadOfAViewThatLeaves() async {
    blockFirst()
    let screen = OrdersScreen()
    let store = OrdersStore(service)
    await store.binding(state: screen)
    let appearance = Task { await store.run(.appear) }
    await settle()
    let watch = Task { await store.run(.watch) }
    await settle()
    appearance.cancel()
    await settle()
    gate.open()
    await settle()
    #expect(screen.orders.content == .loaded(["1"]))
    await appearance.value
    watch.cancel()
    await watch.value
  }

  @Test func pollingContinuesForTheSecondOfTwoViews() async throws {
    let screen = OrdersScreen()
    let store = OrdersStore(service)
    await store.binding(state: screen)
    let views = (0..<2).map { _ in Task { await store.run(.watch) } }
    try await time.sleep(for: .seconds(301))
    #expect(service.calls == 2)
    views[0].cancel()
    await views[0].value
    try await time.sleep(for: .seconds(300))
    #expect(service.calls == 3)
    views[1].cancel()
    await views[1].value
    try await time.sleep(for: .seconds(601))
    #expect(service.calls == 3)
  }

  @Test func theEndOfAScreenEndsItsLoads() async {
    blockFirst()
    var screen: OrdersScreen? = OrdersScreen()
    let store = OrdersStore(service)
    await store.binding(state: screen!)
    let appearance: AnyTask = store.receive(action: .appear)
    await settle()
    screen = nil
    await #expect(throws: CancellationError.self) { try await appearance.waitComplete() }
    #expect(gate.wasCancelled)
  }

  // MARK: Watches

  @Test func theSecondOfTwoWatchesGetsTheLoadOfTheFirst() async {
    blockFirst()
    let first = keepFresh(every: .seconds(300))
    await settle()
    let second = keepFresh(every: .seconds(300))
    await settle()
    first.cancel()
    await settle()
    gate.open()
    await settle()
    #expect(state.words.value != nil)
    await end(first, second)
  }

  @Test func threeWatchesPollAsOne() async throws {
    let watches = (0..<3).map { _ in keepFresh(staleAfter: .seconds(60), every: .seconds(30)) }
    await settle()
    #expect(service.calls == 1)
    try await time.sleep(for: .seconds(301))
    #expect(service.calls == 11)
    await end(watches[0], watches[1], watches[2])
  }

  @Test func anEventThatFindsFreshContentDoesNotRestartTheInterval() async throws {
    let events = AsyncStream<Void>.makeStream()
    let watch = keepFresh(staleAfter: .seconds(3_600), every: .seconds(300), on: events.stream)
    for _ in 0..<10 {
      try await time.sleep(for: .seconds(119))
      events.continuation.yield()
    }
    await settle()
    #expect(service.calls == 4)
    await end(watch)
  }

  /// The interval begins when the load of the event ends.
  @Test func anIntervalThatEndsDuringTheLoadOfAnEventLoadsNothing() async throws {
    let events = AsyncStream<Void>.makeStream()
    service.answer = { [time] number in
      if number == 2 { try await time.sleep(for: .seconds(20)) }
      return ["\(number)"]
    }
    let watch = keepFresh(every: .seconds(30), on: events.stream)
    try await time.sleep(for: .seconds(20))
    events.continuation.yield()
    try await time.sleep(for: .seconds(40))
    #expect(service.calls == 2)
    try await time.sleep(for: .seconds(11))
    #expect(service.calls == 3)
    await end(watch)
  }

  /// The load of the watch answers the invalidation, or one that follows the failure does.
  @Test(arguments: [false, true])
  func anInvalidationIsNotLostIfAnotherLoadFails(isDuringPull: Bool) async throws {
    let watch = keepFresh(staleAfter: .seconds(3_600))
    await settle()
    let (gate, pullGate) = (Gate(), Gate())
    service.answer = { number in
      if number == 2, !isDuringPull { try await gate.pass() }
      if number == (isDuringPull ? 2 : 3) {
        try await pullGate.pass()
        throw Offline()
      }
      return ["\(number)"]
    }
    if !isDuringPull { state.words.invalidate() }
    await settle()
    let pull = load()
    await settle()
    if isDuringPull { state.words.invalidate() }
    await settle()
    pullGate.open()
    await settle()
    gate.open()
    await #expect(throws: Offline()) { try await pull.value }
    await settle()
    #expect(!state.words.isInvalidated)
    #expect(!state.words.isLoading)
    await end(watch)
  }

  // MARK: Single loads

  @Test func aLoadDoesNotDependOnOneThatIsCancelled() async throws {
    blockFirst()
    let first = load(staleAfter: .seconds(60))
    await settle()
    let second = load(staleAfter: .seconds(60))
    first.cancel()
    await settle()
    gate.open()
    #expect(try await second.value)
    #expect(state.words.value != nil)
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test func aLoadThatFollowsACancelledOneInTheSameTurnJoinsIt() async throws {
    blockFirst()
    let first = load(staleAfter: .seconds(60))
    await settle()
    first.cancel()
    let second = load(staleAfter: .seconds(60))
    await settle()
    gate.open()
    #expect(try await second.value)
    #expect(service.calls == 1)
    #expect(state.words.content == .loaded(["1"]))
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  // MARK: Changes by others

  @Test func aReplacementDuringALoadIsItsResult() async throws {
    blockFirst()
    let caller = load()
    await settle()
    state.words.replace(with: ["set"], loadedAt: environment.now)
    #expect(try await caller.value)
    #expect(gate.wasCancelled)
    #expect(state.words.content == .loaded(["set"]))
    #expect(try await !load(staleAfter: .seconds(60)).value)
  }

  @Test func anotherResourceEndsTheLoad() async {
    blockFirst()
    let caller = load()
    await settle()
    state.words = Resource()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(state.words.content == .idle)
    #expect(gate.wasCancelled)
  }

  @Test func anotherResourceOfAWatchIsLoaded() async {
    let watch = keepFresh(staleAfter: .seconds(3_600))
    await settle()
    state.words = Resource()
    await settle()
    #expect(service.calls == 2)
    state.words = Resource(["set"], loadedAt: environment.now)
    await settle()
    #expect(service.calls == 2)
    #expect(state.words.content == .loaded(["set"]))
    await end(watch)
  }

  /// The copy was made during a load that has ended since.
  @Test func aCopyThatIsLoadingIsNotLoadingForEver() async throws {
    state.words = Resource(["old"], loadedAt: environment.now)
    blockFirst()
    let caller = load()
    await settle()
    let copy = state.words
    gate.open()
    #expect(try await caller.value)
    state.words = copy
    #expect(try await !load(staleAfter: .seconds(60)).value)
    #expect(state.words.content == .loaded(["old"]))
  }

  @Test func anUpdateDuringALoadIsNotHidden() async throws {
    state.words = Resource(["old"], loadedAt: environment.now)
    blockFirst()
    let caller = load()
    await settle()
    state.words.update { $0.append("added") }
    gate.open()
    #expect(try await caller.value)
    #expect(state.words.content == .loaded(["old", "added"]))
    // The answer is from before the update.
    #expect(state.words.isInvalidated)
    #expect(try await load(staleAfter: .seconds(60)).value)
    #expect(state.words.content == .loaded(["2"]))
  }

  @Test func aWatchLoadsAgainAfterAnUpdateDuringALoad() async {
    state.words = Resource(["old"], loadedAt: environment.now)
    blockFirst()
    let watch = keepFresh()
    await settle()
    state.words.update { $0.append("added") }
    await settle()
    gate.open()
    await settle()
    #expect(state.words.content == .loaded(["2"]))
    #expect(!state.words.isInvalidated)
    await end(watch)
  }

  @Test func anUpdateBeforeTheNextAttemptIsPartOfItsAnswer() async throws {
    state.words = Resource(["old"], loadedAt: environment.now)
    service.answer = { number in
      if number == 1 { throw Offline() }
      return ["\(number)"]
    }
    let caller = load(retry: .constant(.seconds(10)))
    await settle()
    state.words.update { $0.append("added") }
    #expect(try await caller.value)
    #expect(state.words.content == .loaded(["2"]))
    #expect(!state.words.isInvalidated)
  }

  @Test func aLoadDateInTheFutureCountsAsNow() async throws {
    state.words = Resource(["kept"], loadedAt: environment.now.addingTimeInterval(1_000_000))
    #expect(try await !load(staleAfter: .seconds(60)).value)
    try await time.sleep(for: .seconds(61))
    #expect(try await load(staleAfter: .seconds(60)).value)
  }

  @Test func contentWithoutADateIsStale() async throws {
    state.words = Resource(["kept"], loadedAt: nil)
    #expect(try await load(staleAfter: .seconds(60)).value)
  }

  /// An error that says so isn't shown, although nobody was cancelled.
  @Test func aCancellationErrorOfTheServiceRestoresTheContent() async {
    service.answer = { number in
      if number == 1 { throw Offline() }
      throw CancellationError()
    }
    await #expect(throws: Offline()) { try await load().value }
    let error = state.words.error
    #expect(error != nil)
    await #expect(throws: CancellationError.self) { try await load().value }
    #expect(state.words.error == error)
  }

  @Test func equalErrorsOfTwoLoadsAreTwo() async {
    service.answer = { _ in throw Offline() }
    var ids: Set<DisplayableError.ID> = []
    for _ in 0..<2 {
      await #expect(throws: Offline()) { try await load().value }
      state.words.error.map { _ = ids.insert($0.id) }
    }
    #expect(ids.count == 2)
  }
}
