import Testing
import ViewFeature

@MainActor
@Suite struct StoreTests {
  struct Counter: Feature {
    @Observable final class State {
      var count = 0
      var log: [String] = []
    }

    enum Action: Sendable {
      case increment
      case effect
      case child
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .effect:
          return .run(id: "effect") {
            await store.send(.child)
          }
        case .child:
          return .run { state in
            await Task.yield()
            state.count += 10
          }
        }
      }
    }
  }

  @Test func synchronousHandlerRunsInsideSend() {
    let store = Store(initialState: Counter.State(), feature: Counter())
    store.send(.increment)
    #expect(store.state.count == 1)
  }

  @Test func valueWaitsForActionsThatEffectsSend() async {
    let store = Store(initialState: Counter.State(), feature: Counter())
    await store.send(.effect).value
    #expect(store.state.count == 10)
    #expect(store.runningTaskCount == 0)
  }
}
