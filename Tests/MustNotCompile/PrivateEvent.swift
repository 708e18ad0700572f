// swift-format-ignore-file
// Private events, which only the feature's own code may send: a view, a parent and a test can't.
// expect: error: type 'Search.Action.Input' has no member 'found'
// expect: error: cannot convert value of type 'Search.Action' to expected argument type 'Search.Action.Input'
import Observation
import ViewFeature

struct Search: Feature {
  @Observable @MainActor
  final class State {
    var query = ""
    var results: [String] = []
  }

  enum Action: Sendable {
    enum Input: Sendable {
      case queryChanged(String)
      case clear
    }

    case input(Input)
    case found([String])
  }

  static func action(_ input: Action.Input) -> Action { .input(input) }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .input(.queryChanged(let text)):
        return .run { _, send in send(.found([text])) }
      case .input(.clear): return .send(.found([]))
      case .found(let words):
        state.results = words
        return .none
      }
    }
  }
}

struct Library: Feature {
  @Observable @MainActor
  final class State {
    let search = Search.State()
  }

  enum Action: Sendable { case reset }

  let search = Child(\State.search, Search())

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in
      send(.found([]), to: \.search)
    }
  }
}

@MainActor
func showResults(in store: Store<Search>) async {
  store.send(.clear)
  store.send(.found([]))
  store.send(Search.Action.found([]))
  await store.run(.found([]))
  _ = store.binding(\.results, send: { .found($0) })
}

@MainActor
func test(_ store: TestStore<Search>, _ parent: TestStore<Library>) async {
  await store.send(.found([]))
  await store.send(Search.Action.found([]))
  await parent.send(\.search, .found([]))
  await store.receive(.found([]))
}
