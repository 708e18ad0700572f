import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Stores of both styles inside simulations.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)), .simulated(seeds: 0..<50))
struct SimulatedStoreTests {
  @Observable final class SearchState {
    var results: [String] = []
    var isSearching = false
  }

  struct Search: Feature {
    enum Action: Sendable {
      case search(String)
      case found([String])
    }

    func handle() -> ActionHandler<Action, SearchState> {
      ActionHandler { action, state in
        switch action {
        case .search(let query):
          state.isSearching = true
          return .run(id: "search") { _, send in
            try await ContinuousClock().sleep(for: .seconds(60))
            await send(.found([query])).value
          }.cancellable(id: "search", cancelInFlight: true)
        case .found(let results):
          state.isSearching = false
          state.results = results
          return .none
        }
      }
    }
  }

  @Observable final class ListState: ScreenState, StateUpdatable {
    var items: [Int] = []
  }

  actor ListStore: ScreenStore {
    struct Action: ActionLockable, LoadingTrackable, Hashable, Sendable {
      let item: Int
      var canTrackLoading: Bool { true }
    }

    nonisolated let binding = ScreenBinding<ListState>()

    func perform(_ action: Action) async throws {
      try await ContinuousClock().sleep(for: .seconds(action.item))
      try await updateState { $0.items.append(action.item) }
    }
  }

  @Test func aFeatureSearchesInVirtualTime() async {
    let store = Store(initialState: SearchState(), feature: Search())
    let start = ContinuousClock.now
    let sent = store.send(.search("swift"))
    #expect(store.state.isSearching)
    await sent.value
    #expect(store.state.results == ["swift"])
    #expect(!store.state.isSearching)
    #expect(ContinuousClock.now - start == .seconds(60))
  }

  @Test func theLatestSearchWins() async {
    let store = Store(initialState: SearchState(), feature: Search())
    let first = store.send(.search("s"))
    await Task.yield()
    let second = store.send(.search("swift"))
    await first.value
    await second.value
    #expect(store.state.results == ["swift"])
  }

  @Test func aScreenLoadsInVirtualTime() async throws {
    let state = ListState()
    let store = ListStore()
    await store.binding(state: state)
    let handles = [3, 1, 2].map { store.receive(action: ListStore.Action(item: $0)) as AnyTask }
    for handle in handles { try await handle.waitComplete() }
    #expect(state.items == [1, 2, 3])
    #expect(!state.isLoading)
  }

  // An object released outside the main actor has to reach the main actor from there.

  private actor Holder {
    private var held: AnyObject?

    init(_ held: sending AnyObject) { self.held = held }

    func release() { held = nil }
  }

  @Test func aLoadingChildMayBeReleasedByATask() async {
    let parent = ScreenState()
    let task = releaseInATask(makeLoadingChild(of: parent))
    #expect(parent.isLoading)
    await task.value
    await settle()
    #expect(!parent.isLoading)
  }

  @Test func aLoadingChildMayBeReleasedByAnActor() async {
    let parent = ScreenState()
    let holder = Holder(makeLoadingChild(of: parent))
    #expect(parent.isLoading)
    await holder.release()
    await settle()
    #expect(!parent.isLoading)
  }

  @Test func aParentStoreMayBeReleasedByAnActor() async {
    weak var reference: Store<Search>?
    let holder = Holder(makeStore(&reference))
    await holder.release()
    await settle()
    #expect(reference == nil)
  }

  private func releaseInATask(_ child: sending ScreenState) -> Task<Void, Never> {
    Task.detached { [child] in withExtendedLifetime(child) {} }
  }

  private func makeLoadingChild(of parent: ScreenState) -> ScreenState {
    let child = ScreenState(states: parent)
    child.loadingStarted()
    return child
  }

  private func makeStore(_ reference: inout Store<Search>?) -> Store<Search> {
    let store = Store(initialState: SearchState(), feature: Search())
    store.send(.search("swift"))
    reference = store
    return store
  }

  @Test func aStoreThatIsReleasedCancelsItsEffects() async {
    let start = ContinuousClock.now
    var store: Store<Search>? = Store(initialState: SearchState(), feature: Search())
    let tracker = MemoryLeakTracker(instance: store)
    let sent = store?.send(.search("swift"))
    await Task.yield()
    store = nil
    await sent?.value
    tracker.verify()
    #expect(ContinuousClock.now - start == .zero)
  }
}
