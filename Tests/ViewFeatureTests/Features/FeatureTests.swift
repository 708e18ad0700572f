import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct FeatureTests {
  struct Loader: Feature {
    @Observable final class State {
      var isLoading = false
      var items: [String] = []
    }

    enum Action: Sendable {
      case load
      case loaded([String])
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .load:
          state.isLoading = true
          return .run(id: "load") { await store.send(.loaded(["a", "b"])) }
        case .loaded(let items):
          state.isLoading = false
          state.items = items
          return .none
        }
      }
    }
  }

  struct OldName: StoreFeature {
    enum Action: Sendable {
      case count
    }

    func handle() -> ActionHandler<Action, ScriptState> {
      ActionHandler { _, state in
        state.count += 1
        return .none
      }
    }
  }

  final class Counting: Feature {
    enum Action: Sendable {
      case count
      case counted
    }

    func handle() -> ActionHandler<Action, ScriptState> {
      ActionHandler { action, state in
        switch action {
        case .count: return .run { await self.store.send(.counted) }
        case .counted:
          state.count += 1
          return .none
        }
      }
    }
  }

  @Test func effectSendsThroughTheFeaturesStore() async {
    let store = Store(initialState: Loader.State(), feature: Loader())
    let sent = store.send(.load)
    #expect(store.state.isLoading)
    await sent.value
    #expect(!store.state.isLoading)
    #expect(store.state.items == ["a", "b"])
  }

  @Test func storeFeatureIsAFeature() {
    let store = Store(initialState: ScriptState(), feature: OldName())
    store.send(.count)
    #expect(store.state.count == 1)
  }

  @Test func featureMayBeAClass() async {
    let store = Store(initialState: ScriptState(), feature: Counting())
    await store.send(.count).value
    #expect(store.state.count == 1)
  }

  /// Neither this nor its store and test store cause a compiler warning.
  private struct WithoutActions: Feature {
    enum Action: Equatable, Sendable {}

    func handle() -> ActionHandler<Action, ScriptState> { .empty }
  }

  @Test func aFeatureNeedsNoActions() async {
    let store = Store(initialState: ScriptState(), feature: WithoutActions())
    store.state.count = 1
    #expect(store.effects.isEmpty)
    let test = TestStore(initialState: ScriptState(), feature: WithoutActions())
    await test.finish()
  }
}
