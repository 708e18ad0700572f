import Dispatch
import Foundation
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

/// The order and the context in which actions begin, and the order in which their ends are reported.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStoreOrderTests {
  private struct Failure: LocalizedError {
    var errorDescription: String? { "It failed" }
  }

  private let state = StepState()
  private let store = StepStore(clock: TestClock())

  init() async {
    await store.binding(state: state)
  }

  // MARK: Start

  @Test(arguments: 0..<20)
  func allActionsBeginInTheOrderOfReceive(round: Int) async {
    await expectOrder(of: 12, startingWith: round)
  }

  @Test(.notRepeated, .simulated(seeds: 0..<100))
  func actionsBeginInTheOrderOfReceiveInEverySimulation() async {
    await expectOrder(of: 12, startingWith: 0)
  }

  /// Sends actions of all kinds and priorities, the last one with `isolatedReceive`.
  private func expectOrder(of count: Int, startingWith start: Int) async {
    let kinds: [ExecutionPolicy] = [
      .concurrent.timeout(.seconds(5)), .concurrent,
      .concurrent.retry(.immediate(maxAttempts: 2)),
    ]
    let priorities: [TaskPriority] = [.background, .high, .medium, .userInitiated, .low]
    @Sendable nonisolated func action(_ id: Int) -> StepStore.Action {
      StepStore.Action(
        id: id,
        executionPolicy: kinds[(start + id) % kinds.count],
        canTrackLoading: (start + id) % 4 == 0
      )
    }
    for id in 1..<count {
      let priority = priorities[(start + id) % priorities.count]
      await Task.detached(priority: priority) { [store] in
        _ = store.receive(action: action(id)) as AnyTask
      }.value
    }
    let last = Task { await store.isolatedReceive(action: action(count)) }
    var begun: [StepStore.Step] = []
    for await step in store.steps {
      begun.append(step)
      if begun.count == count { break }
    }
    #expect(begun == (1...count).map { .began($0) })
    for id in 1...count { store.end(id) }
    await last.value
  }

  /// A tracked action doesn't wait for other actions, and they don't wait for it.
  ///
  /// This runs in a separate process, because other tests need the main actor.
  @Test(.notRepeated) func aBusyMainActorHoldsNoActionUp() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let store = SignallingStore()
        let state = StepState()
        store.binding.bind(state)
        store.receive(action: .init(tracksLoading: true))
        store.receive(action: .init(tracksLoading: false))
        // The main actor isn't released here.
        for _ in 1...2 { #expect(store.began.wait(timeout: .now() + 20) == .success) }
      }
    }
  }

  @Test func aBatchOfTrackedActionsShowsLoadingUntilTheLastHasEnded() async throws {
    let handles = (1...3).map { store.receive(action: action($0, .concurrent)) }
    var begunCount = 0
    for await _ in store.steps {
      begunCount += 1
      if begunCount == handles.count { break }
    }
    await eventually { state.isLoading }
    for id in 1...3 {
      store.end(id)
      try await handles[id - 1].waitComplete()
      #expect(state.isLoading == (id < 3))
    }
  }

  // MARK: Context

  @Test func anActionHasTheContextOfItsSender() async {
    let store = ContextStore(clock: TestClock())
    func send(_ id: Int, _ priority: TaskPriority, _ policy: ExecutionPolicy) async {
      await Task.detached(priority: priority) {
        ContextStore.$sender.withValue(id) {
          _ = store.receive(action: .init(id: id, executionPolicy: policy)) as AnyTask
        }
      }.value
    }
    await send(1, .high, .queue)
    await send(2, .low, .queue)
    await send(3, .high, .queue)
    await send(4, .low, .concurrent)
    await send(5, .high, .concurrent)
    store.gate.open()
    var contexts: Set<ContextStore.Context> = []
    for await context in store.contexts {
      contexts.insert(context)
      if contexts.count == 5 { break }
    }
    func priority(_ id: Int) -> UInt8 {
      ([2, 4].contains(id) ? TaskPriority.low : .high).rawValue
    }
    let expected = (1...5).map {
      ContextStore.Context(id: $0, sender: $0, priority: priority($0))
    }
    #expect(contexts == Set(expected))
  }

  // MARK: End

  @Test func whoHasWaitedForAnActionMaySendItAgain() async throws {
    for id in 1...100 {
      store.end(id)
      let handle = store.receive(action: action(id))
      #expect(!handle.isCancelled)
      try await handle.waitComplete()
    }
    #expect(state.shown == Array(1...100))
  }

  @Test func whoSeesLoadingEndMaySendTheActionAgain() async throws {
    let again = LockIsolated<AnyTask?>(nil)
    let first = store.receive(action: action(1))
    await loading()
    withObservationTracking {
      _ = state.isLoading
    } onChange: { [store] in
      again.setValue(store.receive(action: StepStore.Action(id: 2)))
    }
    store.end(1)
    try await first.waitComplete()
    let second = try #require(again.value)
    #expect(!second.isCancelled)
    store.end(2)
    try await second.waitComplete()
  }

  @Test func theErrorIsThereWhenLoadingEnds() async {
    let seen = LockIsolated<String?>(nil)
    let handle = store.receive(action: action(1))
    await loading()
    withObservationTracking {
      _ = state.isLoading
    } onChange: { [state] in
      seen.setValue(MainActor.assumeIsolated { state.displayError?.message })
    }
    store.end(1, throwing: Failure())
    _ = try? await handle.waitComplete()
    #expect(seen.value == "It failed")
  }

  // MARK: Cancellation

  @Test(.needsRuntimeHooks, .notRepeated, .simulated(seeds: 0..<20))
  func anActionThatIsCancelledBeforeItBeginsIsNotPerformed() async {
    let handle = store.receive(action: action(1))
    handle.cancel()
    await #expect(throws: CancellationError.self) { try await handle.waitComplete() }
    var steps = store.steps.makeAsyncIterator()
    store.receive(action: action(2))
    #expect(await steps.next(isolation: #isolation) == .began(2))
    store.end(2)
  }

  @Test func isolatedReceiveOfACancelledTaskBeginsNothing() async {
    let running = store.receive(action: action(1))
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await store.isolatedReceive(action: action(2, .restart))
    }.value
    #expect(!running.isCancelled)
    store.end(1)
    _ = try? await running.waitComplete()
    #expect(state.shown == [1])
  }

  @Test func twoRunsNeverShareALockKey() async throws {
    var steps = store.steps.makeAsyncIterator()
    let stubborn = store.receive(
      action: StepStore.Action(id: 1, ignoresCancellation: true)
    )
    #expect(await steps.next(isolation: #isolation) == .began(1))
    stubborn.cancel()
    let second = store.receive(action: action(2))
    let third = store.receive(action: action(3))
    #expect(!second.isCancelled)
    #expect(third.isCancelled)
    store.end(2)
    store.end(1)
    _ = try? await stubborn.waitComplete()
    try await second.waitComplete()
    #expect(await steps.next(isolation: #isolation) == .cancelled(1))
    #expect(await steps.next(isolation: #isolation) == .began(2))
    #expect(state.shown == [2])
  }

  private func loading() async {
    for await isLoading in state.values(of: \.isLoading) where isLoading { return }
  }

  private func action(
    _ id: Int,
    _ policy: ExecutionPolicy = .dropWhileRunning
  ) -> StepStore.Action {
    StepStore.Action(id: id, executionPolicy: policy)
  }
}

/// A store that signals each beginning to a waiting thread.
private actor SignallingStore: ScreenStore {
  struct Action: ActionLockable, LoadingTrackable, Hashable {
    let tracksLoading: Bool
    var canTrackLoading: Bool { tracksLoading }
  }

  nonisolated let binding = ScreenBinding<StepState>()
  nonisolated let began = DispatchSemaphore(value: 0)

  func perform(_ action: Action) async throws {
    began.signal()
  }
}

/// A store that reports the context in which its actions run.
private actor ContextStore: ScreenStore {
  @TaskLocal static var sender = 0

  struct Action: ActionLockable, ExecutionPolicyProviding {
    let id: Int
    let executionPolicy: ExecutionPolicy
    var lockKey: AnyHashable { "lane" }
  }

  struct Context: Hashable {
    let id: Int
    let sender: Int
    let priority: UInt8?
  }

  nonisolated let binding: ScreenBinding<StepState>
  nonisolated let gate = Gate()
  nonisolated let contexts: AsyncStream<Context>
  private let report: AsyncStream<Context>.Continuation

  init(clock: TestClock) {
    binding = ScreenBinding(clock: clock)
    (contexts, report) = AsyncStream.makeStream()
  }

  func perform(_ action: Action) async throws {
    let priority = Task.basePriority?.rawValue
    report.yield(Context(id: action.id, sender: Self.sender, priority: priority))
    await gate.wait()
  }
}
