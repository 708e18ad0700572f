import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// A store in the exact form of version 1.4.
private typealias ScreenActionStore = TrackedActionStore

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TrackedActionStoreTests {
  private struct Failure: LocalizedError {
    var errorDescription: String? { "It failed" }
  }

  private actor Store: ScreenActionStore {
    enum Action: ActionLockable, LoadingTrackable, Hashable {
      case load(Int)
      case look

      var canTrackLoading: Bool { self != .look }
    }

    weak var viewState: StepState?
    private let actionLocker = ActionLocker.nonIsolated
    nonisolated let gate = Gate()
    nonisolated let began = Gate()
    nonisolated let failure = LockIsolated<(any Error)?>(nil)
    nonisolated let begun = LockIsolated<[Action]>([])

    func binding(state: StepState) {
      viewState = state
    }

    func receive(action: Action) async throws {
      try actionLocker.lock(action)
      defer { actionLocker.unlock(action) }
      begun.withValue { $0.append(action) }
      began.open()
      await gate.wait()
      if let error = failure.value { throw error }
      guard case .load(let number) = action else { return }
      await viewState?.updateState { $0.shown.append(number) }
    }
  }

  private let state = StepState()
  private let store = Store()

  init() async {
    await store.binding(state: state)
  }

  /// Nothing runs when the waiters of an action resume, so its successor isn't the newer one of two.
  @Test func theIdentifierOfAnEndedActionIsFree() async throws {
    let bag = CancelBag(onDuplicate: .cancelNew)
    store.gate.open()
    for _ in 0..<500 {
      try await store.nonisolatedReceive(action: .look, canceller: bag).waitComplete()
    }
    #expect(store.begun.value.count == 500)
  }

  @Test func loadingIsShownWhileTheActionRuns() async throws {
    let handle = store.nonisolatedReceive(action: .load(1))
    await store.began.wait()
    #expect(state.isLoading)
    store.gate.open()
    try await handle.waitComplete()
    #expect(!state.isLoading)
    #expect(state.shown == [1])
  }

  @Test func anActionThatDoesNotTrackLoadingShowsNone() async throws {
    let handle = store.nonisolatedReceive(action: .look)
    await store.began.wait()
    #expect(!state.isLoading)
    store.gate.open()
    try await handle.waitComplete()
  }

  @Test func theErrorIsShownAndThrownAndEndsLoading() async {
    store.failure.setValue(Failure())
    store.gate.open()
    let handle = store.nonisolatedReceive(action: .load(1))
    await #expect(throws: Failure.self) { try await handle.waitComplete() }
    #expect(state.displayError?.message == "It failed")
    #expect(!state.isLoading)
  }

  @Test func anActionThatRunsIsNotAnErrorForTheUser() async {
    let first = store.nonisolatedReceive(action: .load(1))
    await store.began.wait()
    let second = store.nonisolatedReceive(action: .load(1))
    await #expect(throws: ActionLocker.Errors.self) { try await second.waitComplete() }
    #expect(state.displayError == nil)
    #expect(state.isLoading)
    store.gate.open()
    _ = try? await first.waitComplete()
  }

  @Test func theBagCancelsAnActionWithoutAnError() async {
    let bag = CancelBag()
    store.failure.setValue(Failure())
    let handle = store.nonisolatedReceive(action: .load(1), canceller: bag)
    await store.began.wait()
    await bag.cancelAll()
    #expect(handle.isCancelled)
    store.gate.open()
    await #expect(throws: Failure.self) { try await handle.waitComplete() }
    #expect(state.displayError == nil)
    #expect(!state.isLoading)
  }

  @Test func theBagsPolicyDecidesAboutTheSameAction() async throws {
    let bag = CancelBag(onDuplicate: .cancelNew)
    let first = store.nonisolatedReceive(action: .load(1), canceller: bag)
    let second = store.nonisolatedReceive(action: .load(1), canceller: bag)
    let third = store.nonisolatedReceive(action: .load(2), canceller: bag)
    #expect(!first.isCancelled && second.isCancelled && !third.isCancelled)
    await #expect(throws: CancellationError.self) { try await second.waitComplete() }
    store.gate.open()
    try await first.waitComplete()
    try await third.waitComplete()
    #expect(Set(store.begun.value) == [.load(1), .load(2)])
    #expect(store.begun.value.count == 2)
  }

  @Test(.notRepeated, .simulated(seeds: 0..<50))
  func nothingIsHeldWhenAWaitReturns() async {
    var store: Store? = Store()
    var state: StepState? = StepState()
    weak let (releasedStore, releasedState) = (store, state)
    if let state { await store?.binding(state: state) }
    store?.gate.open()
    try? await store?.nonisolatedReceive(action: .load(1)).waitComplete()
    store = nil
    state = nil
    #expect(releasedStore == nil)
    #expect(releasedState == nil)
  }

  @Test func theOtherSpellingsExist() async throws {
    let sum = AsyncAction<Int, Int> { $0 + 1 }
    #expect(try await sum.asyncExecute(isolation: #isolation, 1) == 2)
    let one = AsyncActionGet<Int> { 1 }
    #expect(try await one.asyncExecute(isolation: MainActor.shared) == 1)
    let id: AnyTask.Identifier = Task {}.store(in: nil, withIdentifier: "a").id
    #expect(id as? String == "a")
  }
}
