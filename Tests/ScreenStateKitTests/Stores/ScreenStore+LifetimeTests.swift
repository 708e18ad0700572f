import Foundation
import IssueReporting
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

/// References between objects, the ends of their lifetimes, and the absence of leaks after a wait.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ScreenStoreLifetimeTests {
  private struct Failure: Error {}

  enum Case: CaseIterable {
    case untracked, tracked, failing, late, retried, queued, isolated, cancelled, stateless
  }

  // MARK: Leaks

  @Test(.notRepeated, arguments: Case.allCases)
  func nothingIsHeldWhenAWaitReturns(_ kind: Case) async {
    for _ in 0..<200 { await checkLeaks(kind) }
  }

  @Test(.notRepeated, arguments: Case.allCases)
  func nothingIsHeldWhenAWaitReturnsOnTheMainThread(_ kind: Case) async {
    await withMainSerialExecutor { for _ in 0..<200 { await checkLeaks(kind) } }
  }

  @Test(.needsVirtualTime, .notRepeated, .simulated(seeds: 0..<50), arguments: Case.allCases)
  func nothingIsHeldWhenAWaitReturnsInAnyOrder(_ kind: Case) async {
    await checkLeaks(kind)
  }

  private func checkLeaks(_ kind: Case) async {
    var store: StepStore? = StepStore(clock: ImmediateClock())
    var state: StepState? = StepState()
    weak let (releasedStore, releasedState) = (store, state)
    if kind != .stateless, let state { await store?.binding(state: state) }
    await withIssueReporters([]) { await send(kind, to: store) }
    store = nil
    state = nil
    #expect(releasedStore == nil)
    #expect(releasedState == nil)
  }

  private func send(_ kind: Case, to store: StepStore?) async {
    guard let store else { return }
    store.end(2)
    if kind == .failing || kind == .retried {
      store.end(1, throwing: Failure())
    } else if kind != .cancelled {
      store.end(1)
    }
    switch kind {
    case .untracked:
      try? await store.receive(action: .init(id: 1, canTrackLoading: false)).waitComplete()
    case .tracked, .failing, .stateless:
      _ = try? await store.receive(action: .init(id: 1)).waitComplete()
    case .late:
      let policy = ExecutionPolicy.restart.timeout(.seconds(1))
      _ = try? await store.receive(action: action(1, policy)).waitComplete()
    case .retried:
      let policy = ExecutionPolicy.restart.retry(.constant(.seconds(1), maxAttempts: 2))
      _ = try? await store.receive(action: action(1, policy)).waitComplete()
    case .queued:
      let handles = [1, 2].map { store.receive(action: action($0, .queue)) }
      for handle in handles { try? await handle.waitComplete() }
    case .isolated:
      await store.isolatedReceive(action: .init(id: 1))
    case .cancelled:
      let handle = store.receive(action: .init(id: 1))
      handle.cancel()
      _ = try? await handle.waitComplete()
    }
  }

  // MARK: End of state and store

  @Test func workIsCancelledWhenTheStateGoesAway() async {
    let store = StepStore()
    var steps = store.steps.makeAsyncIterator()
    var state: StepState? = StepState()
    if let state { await store.binding(state: state) }
    let running = store.receive(action: action(1, .queue))
    let waiting = store.receive(action: action(2, .queue))
    #expect(await steps.next() == .began(1))
    state = nil
    #expect(await steps.next() == .cancelled(1))
    await #expect(throws: CancellationError.self) { try await running.waitComplete() }
    await #expect(throws: CancellationError.self) { try await waiting.waitComplete() }
    _ = state
  }

  @Test func waitingWorkDoesNotKeepTheStoreAlive() async {
    var store: StepStore? = StepStore(clock: TestClock())
    weak let released = store
    let handle = store?.receive(action: action(1, .debounce(for: .seconds(1))))
    store = nil
    await #expect(throws: CancellationError.self) { try await handle?.waitComplete() }
    #expect(released == nil)
  }

  @Test func anActionEndsAlsoWhenTheStoreIsReleasedAtOnce() async throws {
    let state = StepState()
    var store: StepStore? = StepStore()
    store?.end(1)
    await store?.bind(to: state)
    let handle = store?.send(action(1))
    store = nil
    try await handle?.value
    #expect(state.shown == [1])
  }

  @Test func aSecondBindingReplacesTheFirst() async throws {
    let (store, first, second) = (StepStore(), StepState(), StepState())
    await store.binding(state: first)
    await store.binding(state: second)
    store.end(1)
    await store.isolatedReceive(action: action(1))
    #expect(first.shown.isEmpty)
    #expect(second.shown == [1])
  }

  /// An action runs for one state or not at all.
  @Test func bindingAnotherStateEndsTheWorkForTheFirst() async throws {
    let (store, first, second) = (StepStore(), StepState(), StepState())
    var steps = store.steps.makeAsyncIterator()
    await store.binding(state: first)
    let running = store.receive(action: action(1, .queue, ignoresCancellation: true))
    let waiting = store.receive(action: action(2, .queue))
    #expect(await steps.next(isolation: #isolation) == .began(1))
    await store.binding(state: second)
    #expect(running.isCancelled && waiting.isCancelled)
    store.end(1, throwing: Failure())
    store.end(2)
    await #expect(throws: CancellationError.self) { try await running.waitComplete() }
    await #expect(throws: CancellationError.self) { try await waiting.waitComplete() }
    #expect(first.shown.isEmpty && second.shown.isEmpty)
    #expect(!first.isLoading && first.displayError == nil && second.displayError == nil)
  }

  @Test func bindingTheSameStateAgainEndsNothing() async throws {
    let (store, state) = (StepStore(), StepState())
    await store.binding(state: state)
    let running = store.receive(action: action(1))
    await store.binding(state: state)
    #expect(!running.isCancelled)
    store.end(1)
    try await running.waitComplete()
    #expect(state.shown == [1])
    #expect(state.lifetime.observationCount == 1)
  }

  @Test func theEndOfAReplacedStateDoesNotEndTheWorkForItsSuccessor() async throws {
    let store = StepStore()
    var first: StepState? = StepState()
    if let first { await store.binding(state: first) }
    let second = StepState()
    await store.binding(state: second)
    let handle = store.receive(action: action(1))
    first = nil
    #expect(first == nil)
    #expect(!handle.isCancelled)
    store.end(1)
    try await handle.waitComplete()
    #expect(second.shown == [1])
  }

  @Test func aStateThatEndsWhileAnotherIsBoundEndsItsOwnWorkOnly() async throws {
    let store = StepStore()
    var first: StepState? = StepState()
    let second = StepState()
    let sent = LockIsolated<AnyTask?>(nil)
    // Handlers run in the order of registration. The store's handler runs when the store already has the other state.
    _ = first?.lifetime.onEnd {
      store.binding.bind(second)
      sent.setValue(store.receive(action: StepStore.Action(id: 2)))
    }
    if let first { await store.binding(state: first) }
    let running = store.receive(action: action(1))
    first = nil
    #expect(first == nil)
    #expect(running.isCancelled)
    let handle = try #require(sent.value)
    #expect(!handle.isCancelled)
    store.end(2)
    try await handle.waitComplete()
    #expect(second.shown == [2])
    _ = try? await running.waitComplete()
  }

  @Test func aStateThatIsBoundAfterTheEndOfAnotherEndsNothing() async throws {
    let store = StepStore()
    var first: StepState? = StepState()
    if let first { await store.binding(state: first) }
    first = nil
    #expect(first == nil)
    let handle = store.receive(action: action(1))
    let second = StepState()
    await store.binding(state: second)
    #expect(!handle.isCancelled)
    store.end(1)
    try await handle.waitComplete()
    #expect(second.shown == [1])
  }

  @Test func aStateForgetsStoresThatWereDeallocatedOrBoundToAnother() async {
    let (first, second) = (StepState(), StepState())
    var store: StepStore? = StepStore()
    await store?.binding(state: first)
    #expect(first.lifetime.observationCount == 1)
    await store?.binding(state: second)
    #expect(first.lifetime.observationCount == 0)
    store = nil
    #expect(store == nil)
    #expect(second.lifetime.observationCount == 0)
  }

  @Test func anObservedSequenceKeepsNoStore() async {
    var store: StepStore? = StepStore()
    weak let released = store
    let state = StepState()
    await store?.binding(state: state)
    let (elements, continuation) = AsyncStream<Int>.makeStream()
    let handle = store?.observe(elements) { $1.shown.append($0) }
    store = nil
    #expect(released == nil)
    try? await handle?.waitComplete()
    continuation.finish()
  }

  private func action(
    _ id: Int,
    _ policy: ExecutionPolicy = .dropWhileRunning,
    ignoresCancellation: Bool = false
  ) -> StepStore.Action {
    StepStore.Action(
      id: id,
      executionPolicy: policy,
      ignoresCancellation: ignoresCancellation
    )
  }
}
