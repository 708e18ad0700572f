import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The lifetime of an action's error, and the ends of an observation.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStoreErrorsTests {
  private let parent = ScreenState()
  private let state: WaitingState
  private let store = WaitingStore()

  init() async {
    state = WaitingState(states: parent)
    await store.binding(state: state)
  }

  @Test func anActionThatSucceedsTakesItsEarlierErrorBack() async {
    await store.isolatedReceive(action: .fail)
    #expect(state.displayError?.message == "Broken" && parent.displayError?.message == "Broken")
    store.isBroken.setValue(false)
    await store.isolatedReceive(action: .fail)
    #expect(state.displayError == nil && parent.displayError == nil)
  }

  @Test func theErrorOfAnotherActionStays() async {
    await store.isolatedReceive(action: .fail)
    await store.isolatedReceive(action: .work)
    #expect(state.displayError?.message == "Broken")
  }

  @Test func anErrorThatCameMeanwhileStays() async {
    await store.isolatedReceive(action: .fail)
    let other = DisplayableError(message: "Other")
    state.displayError = other
    parent.displayError = other
    store.isBroken.setValue(false)
    await store.isolatedReceive(action: .fail)
    #expect(state.displayError == other && parent.displayError == other)
  }

  /// How an action is cancelled.
  enum Cancel: CaseIterable { case handle, all, replacement, binding }

  /// The cancel comes while the end of the action may already wait for the main actor.
  @Test(arguments: Cancel.allCases)
  func theErrorOfAnActionThatWasCancelledInTimeIsNotShown(cancel: Cancel) async throws {
    for seed in seedsOnOneThread(0..<100) {
      try await simulate(seed: seed) { await fail(in: seed % 8, cancel) }
    }
  }

  private func fail(in turns: Int, _ cancel: Cancel) async {
    let (parent, store) = (ScreenState(), EndsStore())
    let (state, next) = (EndsStore.State(states: parent), EndsStore.State(states: parent))
    await store.bind(to: state)
    let handle = store.send(.init(id: 0))
    for _ in 0..<turns { await Task.yield() }
    switch cancel {
    case .handle: handle.cancel()
    case .all: store.binding.cancelAll()
    case .replacement: store.send(.init(id: 1, fails: false))
    case .binding: await store.bind(to: next)
    }
    let isCancelled = handle.isCancelled
    await settle()
    if isCancelled {
      #expect([state, next, parent].allSatisfy { $0.displayError == nil })
      await #expect(throws: CancellationError.self) { try await handle.value }
    } else {
      await #expect(throws: EndsStore.Failure.self) { try await handle.value }
    }
  }

  @Test(.simulated(seeds: 0..<50))
  func anActionThatWasCancelledBeforeItBeganShowsNoLoading() async {
    let (state, store) = (EndsStore.State(), EndsStore())
    await store.bind(to: state)
    state.loadingStarted()
    state.displayError = DisplayableError(message: "Other")
    for turns in 0..<3 {
      let handle = store.send(.init(id: 0, turns: 5, fails: false, canTrackLoading: true))
      handle.cancel()
      for _ in 0..<turns { await Task.yield() }
      #expect(!state.isLoading)
      _ = try? await handle.value
      #expect(!state.isLoading)
    }
  }

  // MARK: The end of an error

  private final class Token: Hashable, Sendable {
    static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private actor TokenStore: ScreenStore {
    enum Action: ActionLockable, Hashable { case use(Token) }

    nonisolated let binding = ScreenBinding<ScreenState>()
    func perform(_ action: Action) async throws { throw DisplayableError(message: "Broken") }
  }

  @Test(arguments: [true, false])
  func aFailedActionIsReleasedWithItsError(isClosed: Bool) async {
    let store = TokenStore()
    var screen: ScreenState? = ScreenState(states: parent)
    weak var released: Token?
    if let screen { await store.bind(to: screen) }
    do {
      let token = Token()
      released = token
      await store.run(.use(token))
    }
    #expect(screen?.displayError != nil && parent.displayError != nil)
    if isClosed { screen?.displayError = nil } else { screen = nil }
    #expect(released == nil)
    withExtendedLifetime(store) {}
  }

  @Test func theErrorOfAnEarlierStateIsForgotten() async {
    await store.isolatedReceive(action: .fail)
    let next = WaitingState()
    await store.binding(state: next)
    store.isBroken.setValue(false)
    await store.isolatedReceive(action: .fail)
    #expect(state.displayError?.message == "Broken")
  }
}
