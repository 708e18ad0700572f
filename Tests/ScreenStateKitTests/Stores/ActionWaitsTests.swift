import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ActionWaitsTests {
  private let state = WaitingState()
  private let store = WaitingStore()
  private let other = WaitingStore()

  init() async {
    await store.binding(state: state)
    await other.binding(state: state)
    store.other.setValue(.init(store: other))
    other.other.setValue(.init(store: store))
  }

  @Test func anActionQueuedBehindTheOneThatWaitsIsPerformedAfterIt() async throws {
    let wait: AnyTask = store.receive(action: .wait(.work))
    try await wait.waitComplete()
    #expect(store.errors.value.count == 1 && store.errors.value.first is EndlessWait)
    await store.isolatedReceive(action: .work)
    #expect(store.workCount.value == 2)
  }

  @Test func aChainOverTwoStoresEnds() async throws {
    try await store.receive(action: .waitElsewhere(.waitElsewhere(.work))).waitComplete()
    // Each waits for the other. The wait that begins last ends immediately, and the other one runs to its end.
    #expect(store.errors.value.count + other.errors.value.count == 1)
    await store.isolatedReceive(action: .work)
    #expect(store.workCount.value == 2)
  }

  @Test func aChainWithoutACycleIsPerformed() async throws {
    try await store.receive(action: .waitElsewhere(.work)).waitComplete()
    try await store.receive(action: .leave(.waitElsewhere(.work))).waitComplete()
    await store.isolatedReceive(action: .work)
    await other.isolatedReceive(action: .work)
    #expect(store.errors.value.isEmpty && other.errors.value.isEmpty)
    #expect(other.workCount.value == 3)
  }

  @Test func anActionBehindOneOfAnotherCallerIsWaitedFor() async throws {
    let first: AnyTask = other.receive(action: .work)
    try await store.receive(action: .waitElsewhere(.work)).waitComplete()
    try await first.waitComplete()
    #expect(store.errors.value.isEmpty)
    #expect(other.workCount.value == 2)
  }

  private actor TrackedStore: TrackedActionStore {
    enum Action: Hashable, Sendable { case waitForItself }

    var viewState: WaitingState? { nil }
    nonisolated let own = LockIsolated<AnyTask?>(nil)
    nonisolated let isKnown = Gate()

    func receive(action: Action) async throws {
      await isKnown.wait()
      try await own.value?.waitComplete()
    }
  }

  @Test func anActionOfATrackedStoreThatWaitsForItselfEnds() async {
    let store = TrackedStore()
    let handle = store.nonisolatedReceive(action: .waitForItself)
    store.own.setValue(handle)
    store.isKnown.open()
    await #expect(throws: EndlessWait.self) { try await handle.waitComplete() }
  }

  // MARK: Rules

  /// Two of two places are occupied by actions that wait for a third and a fourth one.
  @Test func oneOfTwoPlacesIsEnough() throws {
    let runs = Runs()
    let policy = ExecutionPolicy.concurrent(limit: 2)
    let (first, second) = (runs.submit(policy), runs.submit(policy))
    let (third, fourth) = (runs.submit(policy), runs.submit(policy))
    let wait = try #require(ActionWaits.begin(first, for: third))
    // The first one never becomes free if the second one also waits.
    #expect(ActionWaits.begin(second, for: fourth) == nil)
    #expect(ActionWaits.begin(second, for: first) == nil)
    ActionWaits.end(wait)
    let other = try #require(ActionWaits.begin(second, for: fourth))
    ActionWaits.end(other)
    runs.endAll()
  }

  @Test func oneThatWaitsForAllOfSeveralIsStuckWithOne() throws {
    let (runs, elsewhere) = (Runs(), Runs())
    let first = runs.submit(.queue)
    let free = elsewhere.submit(.queue)
    let second = elsewhere.submit(.queue)
    let behind = runs.submit(.queue)
    let waits = try [
      #require(ActionWaits.begin(first, for: free)),
      #require(ActionWaits.begin(first, for: second)),
    ]
    #expect(ActionWaits.begin(free, for: behind) == nil)
    elsewhere.end(free)
    #expect(ActionWaits.begin(second, for: behind) == nil)
    elsewhere.end(second)
    let last = try #require(ActionWaits.begin(first, for: second))
    for wait in waits + [last] { ActionWaits.end(wait) }
    runs.endAll()
    elsewhere.endAll()
  }

  @Test func anActionThatHasEndedIsWaitedForByAnybody() throws {
    let runs = Runs()
    let first = runs.submit(.queue)
    runs.end(first)
    #expect(ActionWaits.begin(first, for: first) != nil)
    runs.endAll()
  }

  @Test func aCancelledActionCountsUntilItHasEnded() throws {
    let runs = Runs()
    let first = runs.submit(.dropWhileRunning)
    runs.cancel(first)
    let second = runs.submit(.dropWhileRunning)
    #expect(ActionWaits.begin(first, for: second) == nil)
    runs.cancel(second)
    let wait = try #require(ActionWaits.begin(first, for: second))
    ActionWaits.end(wait)
    runs.endAll()
  }
}

/// Runs in one lane, without tasks.
private final class Runs {
  private var all: [ActionRun] = []
  private let registry = TaskRegistry()
  private let line = ActionLine()

  func submit(_ policy: ExecutionPolicy) -> ActionRun {
    let run = ActionRun(of: "action", Runs.self, in: line, policy)
    all.append(run)
    var request = WorkRequest(parent: registry.owner, key: TaskKey("lane"), rule: policy.rule)
    request.kind = .submission
    switch registry.work.submit(request, run, clock: ContinuousClock()) {
    case .started(let id), .waiting(let id):
      run.enter(registry.work, id)
    case .refused, .cancelled: break
    }
    return run
  }

  func end(_ run: ActionRun) {
    run.end()
    if let id = run.entry?.id { registry.work.end(id) }
  }

  /// Ends all runs, because one that never ends keeps its ledger.
  func endAll() {
    for run in all { end(run) }
    all = []
  }

  func cancel(_ run: ActionRun) {
    if let id = run.entry?.id { registry.work.cancel(id) }
  }
}
