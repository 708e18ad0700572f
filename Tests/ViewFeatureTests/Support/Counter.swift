import ViewFeature

/// A feature with an equatable state.
struct Counter: Feature {
  @Observable final class State: Equatable {
    var count = 0
    var title = ""

    init(count: Int = 0, title: String = "") {
      self.count = count
      self.title = title
    }

    static func == (lhs: State, rhs: State) -> Bool {
      lhs.count == rhs.count && lhs.title == rhs.title
    }
  }

  enum Action: Sendable {
    case increment
    case rename(String)
    case load
    case loadQuietly
    case cancel
    case fail
    case both
  }

  var configure: @MainActor (ActionHandler<Action, State>) -> ActionHandler<Action, State> = { $0 }

  func handle() -> ActionHandler<Action, State> {
    configure(
      ActionHandler { action, state in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .rename(let title):
          state.title = title
          return .none
        case .load:
          state.title = "loading"
          return .run(id: "load") { _ in
            await store.send(.increment)
            await store.send(.rename("loaded"))
          }
        case .loadQuietly:
          return .run { $0.count += 100 }
        case .cancel:
          return .cancel(id: "load")
        case .fail:
          throw TestError("failed")
        case .both:
          state.count += 1
          return .merge(.run { $0.count += 10 }, .run { $0.count += 100 })
        }
      }
    )
  }
}
