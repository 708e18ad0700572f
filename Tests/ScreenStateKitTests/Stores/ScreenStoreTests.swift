import Dispatch
import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStoreTests {
  private struct Failure: LocalizedError {
    var errorDescription: String? { "It failed" }
  }

  private let state = StepState()
  private let clock = TestClock()
  private let store: StepStore
  private var steps: AsyncStream<StepStore.Step>.Iterator

  init() async {
    store = StepStore(clock: clock)
    steps = store.steps.makeAsyncIterator()
    await store.binding(state: state)
  }

  @Test(arguments: [false, true])
  mutating func actionsBeginInTheOrderOfReceive(mayRetry: Bool) async {
    let policy =
      mayRetry ? ExecutionPolicy.concurrent.retry(.immediate(maxAttempts: 2)) : .concurrent
    for id in 0..<50 { store.receive(action: action(id, policy)) }
    var begun: [StepStore.Step?] = []
    for _ in 0..<50 { begun.append(await nextStep()) }
    #expect(begun == (0..<50).map { .began($0) })
    for id in 0..<50 { store.end(id) }
  }

  @Test mutating func loadingIsShownWhileAnActionRuns() async throws {
    let handle = store.receive(action: action(1, .concurrent))
    _ = await nextStep()
    #expect(state.isLoading)
    store.end(1)
    try await handle.waitComplete()
    #expect(!state.isLoading)
  }

  @Test mutating func anActionThatDoesNotTrackLoadingShowsNone() async throws {
    let handle = store.receive(
      action: StepStore.Action(id: 1, canTrackLoading: false)
    )
    _ = await nextStep()
    #expect(!state.isLoading)
    store.end(1)
    try await handle.waitComplete()
  }

  @Test mutating func theErrorIsShownThrownToTheWaiterAndEndsLoading() async {
    let handle = store.receive(action: action(1, .concurrent))
    _ = await nextStep()
    store.end(1, throwing: Failure())
    await #expect(throws: Failure.self) { try await handle.waitComplete() }
    #expect(state.displayError?.message == "It failed")
    #expect(!state.isLoading)
  }

  @Test mutating func aFailureGivesTheLaneFree() async throws {
    let first = store.receive(action: action(1))
    _ = await nextStep()
    store.end(1, throwing: Failure())
    _ = try? await first.waitComplete()
    let second = store.receive(action: action(2))
    #expect(await nextStep() == .began(2))
    store.end(2)
    try await second.waitComplete()
    #expect(state.shown == [2])
  }

  @Test mutating func anErrorThatIsNotALocalizedErrorIsShownToo() async {
    let handle = store.receive(action: action(1))
    store.end(1, throwing: NSError(domain: "any", code: 7))
    _ = try? await handle.waitComplete()
    #expect(state.displayError != nil)
  }

  @Test mutating func aDisplayableErrorKeepsItsIdentity() async {
    let error = DisplayableError(message: "Look here")
    let handle = store.receive(action: action(1))
    store.end(1, throwing: error)
    _ = try? await handle.waitComplete()
    #expect(state.displayError == error)
  }

  @Test mutating func aSilentErrorIsThrownAndNotShown() async {
    struct Silent: NonPresentableError {}
    let handle = store.receive(action: action(1))
    store.end(1, throwing: Silent())
    await #expect(throws: Silent.self) { try await handle.waitComplete() }
    #expect(state.displayError == nil)
    #expect(!state.isLoading)
  }

  @Test mutating func aSecondActionOfTheSameKeyIsDroppedByDefault() async throws {
    let first = store.receive(action: action(1))
    _ = await nextStep()
    let second = store.receive(action: action(2))
    #expect(second.isCancelled)
    await #expect(throws: CancellationError.self) { try await second.waitComplete() }
    store.end(1)
    try await first.waitComplete()
    #expect(state.shown == [1])
  }

  /// Another thread is performing the same cancel, and hasn't cancelled the later tasks yet.
  @Test func aCancelReturnsWithEachResultDiscarded() async {
    let state = StepState()
    let store = BlockedStore()
    await store.binding(state: state)
    let blocking: AnyTask = store.receive(action: .block)
    await store.gates[.block]?.waitUntilStarted()
    let later = [BlockedStore.Action.write, .fail].map { store.receive(action: $0) as AnyTask }
    await store.gates[.write]?.waitUntilStarted()
    await store.gates[.fail]?.waitUntilStarted()
    // This uses a separate thread, because the cancel blocks it.
    let hasReturned = Signal()
    Thread.detachNewThread {
      store.binding.cancelAll()
      hasReturned.fire()
    }
    await store.isBlocked.wait()
    store.binding.cancelAll()
    store.gates[.write]?.open()
    store.gates[.fail]?.open()
    for handle in later {
      await #expect(throws: CancellationError.self) { try await handle.waitComplete() }
    }
    #expect(state.shown.isEmpty && state.displayError == nil)
    store.release.signal()
    store.gates[.block]?.open()
    await hasReturned.wait()
    _ = try? await blocking.waitComplete()
  }

  @Test mutating func cancellingIsNotAnError() async {
    let handle = store.receive(action: action(1))
    _ = await nextStep()
    handle.cancel()
    #expect(handle.isCancelled)
    #expect(await nextStep() == .cancelled(1))
    await #expect(throws: CancellationError.self) { try await handle.waitComplete() }
    #expect(state.displayError == nil)
    #expect(!state.isLoading)
  }

  /// One search per query: the slower, earlier one doesn't win, even if it ignores its cancellation.
  @Test mutating func aReplacedActionDoesNotOverwriteItsSuccessor() async throws {
    let slow = store.receive(action: action(1, .restart, ignoresCancellation: true))
    #expect(await nextStep() == .began(1))
    let fast = store.receive(action: action(2, .restart))
    #expect(await nextStep() == .began(2))
    store.end(2)
    try await fast.waitComplete()
    store.end(1)
    _ = try? await slow.waitComplete()
    #expect(state.shown == [2])
  }

  @Test mutating func theLateErrorOfAReplacedActionIsNotShown() async throws {
    let slow = store.receive(action: action(1, .restart, ignoresCancellation: true))
    #expect(await nextStep() == .began(1))
    let fast = store.receive(action: action(2, .restart))
    #expect(await nextStep() == .began(2))
    store.end(2)
    try await fast.waitComplete()
    store.end(1, throwing: Failure())
    await #expect(throws: CancellationError.self) { try await slow.waitComplete() }
    #expect(state.displayError == nil)
  }

  /// A refresh cancels "load more".
  ///
  /// "Load more" doesn't run during the refresh.
  @Test mutating func policiesOfAGroupMeet() async throws {
    let more = store.receive(
      action: action(1, .dropWhileRunning.group("list"), lane: "more")
    )
    #expect(await nextStep() == .began(1))
    let refresh = store.receive(action: action(2, .restart.group("list"), lane: "refresh"))
    #expect(more.isCancelled)
    let moreAgain = store.receive(
      action: action(3, .dropWhileRunning.group("list"), lane: "more")
    )
    #expect(moreAgain.isCancelled)
    store.end(2)
    try await refresh.waitComplete()
    _ = try? await more.waitComplete()
    #expect(state.shown == [2])
    #expect(!state.isLoading)
  }

  @Test mutating func debounceRunsTheLast() async throws {
    let policy = ExecutionPolicy.debounce(for: .milliseconds(300))
    let handles = (1...3).map { store.receive(action: action($0, policy)) }
    #expect(handles[0].isCancelled && handles[1].isCancelled && !handles[2].isCancelled)
    await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(299))
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(await nextStep() == .began(3))
    store.end(3)
    try await handles[2].waitComplete()
    #expect(state.shown == [3])
  }

  @Test mutating func aFailingActionIsRepeated() async throws {
    let policy = ExecutionPolicy.restart.retry(.constant(.seconds(1), maxAttempts: 2))
    store.end(1, throwing: Failure())
    let handle = store.receive(action: action(1, policy))
    #expect(await nextStep() == .began(1))
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    #expect(await nextStep() == .began(1))
    await #expect(throws: Failure.self) { try await handle.waitComplete() }
    #expect(state.displayError?.message == "It failed")
  }

  @Test mutating func anActionThatTakesTooLongIsCancelledAndItsErrorShown() async {
    let handle = store.receive(action: action(1, .restart.timeout(.seconds(5))))
    #expect(await nextStep() == .began(1))
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(5))
    #expect(await nextStep() == .cancelled(1))
    await #expect(throws: TimeoutError.self) { try await handle.waitComplete() }
    #expect(state.displayError != nil)
  }

  @Test mutating func theTimerOfAnActionThatHasEndedIsStopped() async throws {
    let handle = store.receive(action: action(1, .restart.timeout(.seconds(5))))
    #expect(await nextStep() == .began(1))
    await clock.waitForSleepers()
    store.end(1)
    try await handle.waitComplete()
    #expect(clock.sleeperCount == 0)
  }

  @Test mutating func isolatedReceiveReturnsWhenTheActionIsDone() async {
    store.end(1)
    await store.isolatedReceive(action: action(1))
    #expect(state.shown == [1])
    #expect(!state.isLoading)
  }

  @Test mutating func cancellingTheCallerOfIsolatedReceiveCancelsTheAction() async {
    let store = store
    let caller = Task { await store.isolatedReceive(action: StepStore.Action(id: 1)) }
    #expect(await nextStep() == .began(1))
    caller.cancel()
    #expect(await nextStep() == .cancelled(1))
    await caller.value
    #expect(!state.isLoading)
  }

  @Test func anObservedSequenceChangesTheStateUntilTheStoreGoesAway() async {
    var store: StepStore? = StepStore()
    let state = StepState()
    await store?.binding(state: state)
    let (elements, continuation) = AsyncStream<Int>.makeStream()
    let ended = Gate()
    continuation.onTermination = { _ in ended.open() }
    let (changes, change) = AsyncStream<Int>.makeStream()
    store?.observe(elements) { element, state in
      state.shown.append(element)
      change.yield(element)
    }
    for element in 1...3 { continuation.yield(element) }
    for await element in changes where element == 3 { break }
    #expect(state.shown == [1, 2, 3])
    store = nil
    await ended.wait()
  }

  @Test(arguments: [false, true], [false, true])
  func whatAnObservedSequenceBringsAfterACancelIsNotSeen(fails: Bool, isRebound: Bool) async {
    let other = StepState()
    let gate = Gate()
    let handle = store.observe(StubbornSequence(gate: gate, failure: fails ? Failure() : nil)) {
      $1.shown.append($0)
    }
    await gate.waitUntilStarted()
    if isRebound { await store.binding(state: other) } else { handle.cancel() }
    gate.open()
    try? await handle.waitComplete()
    #expect(state.shown == [1])
    #expect(state.displayError == nil)
    #expect(other.shown == [])
    #expect(other.displayError == nil)
  }

  @Test func theErrorOfAnObservedSequenceIsShown() async {
    let gate = Gate()
    let handle = store.observe(StubbornSequence(gate: gate, failure: Failure())) {
      $1.shown.append($0)
    }
    gate.open()
    try? await handle.waitComplete()
    #expect(state.shown == [1])
    #expect(state.displayError?.message == "It failed")
  }

  @Test func aSequenceIsIteratedWhenObserveReturns() async {
    let elements = BegunSequence()
    let handle = store.observe(elements) { element, state in state.shown.append(element) }
    #expect(elements.hasBegun.hasFired)
    elements.continuation.yield(1)
    elements.continuation.finish()
    try? await handle.waitComplete()
    #expect(state.shown == [1])
  }

  private mutating func nextStep() async -> StepStore.Step? {
    var steps = steps
    defer { self.steps = steps }
    return await steps.next(isolation: MainActor.shared)
  }

  private func action(
    _ id: Int,
    _ policy: ExecutionPolicy = .dropWhileRunning,
    lane: String = "lane",
    ignoresCancellation: Bool = false
  ) -> StepStore.Action {
    StepStore.Action(
      id: id,
      lane: lane,
      executionPolicy: policy,
      ignoresCancellation: ignoresCancellation
    )
  }
}

/// A sequence of an element, a gate, and another element or an error, even if the task is cancelled.
private struct StubbornSequence: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let gate: Gate
  let failure: (any Error)?
  private var count = 0

  init(gate: Gate, failure: (any Error)?) {
    self.gate = gate
    self.failure = failure
  }

  func makeAsyncIterator() -> Self { self }

  mutating func next() async throws -> Int? {
    count += 1
    guard count == 2 else { return count == 1 ? 1 : nil }
    await gate.passStubbornly()
    if let failure { throw failure }
    return 2
  }
}

/// A store whose first action blocks the thread that cancels it. The other actions ignore their cancellation.
private actor BlockedStore: ScreenStore {
  enum Action: ActionLockable, Hashable, Sendable, CaseIterable { case block, write, fail }

  nonisolated let binding = ScreenBinding<StepState>()
  nonisolated let gates = Dictionary(uniqueKeysWithValues: Action.allCases.map { ($0, Gate()) })
  nonisolated let isBlocked = Signal()
  nonisolated let release = DispatchSemaphore(value: 0)

  func perform(_ action: Action) async throws {
    await withTaskCancellationHandler {
      await gates[action]?.passStubbornly()
    } onCancel: {
      guard action == .block else { return }
      isBlocked.fire()
      release.wait()
    }
    if action == .fail { throw TestFailure() }
    try await updateState { $0.shown.append(1) }
  }

  private struct TestFailure: Error {}
}
