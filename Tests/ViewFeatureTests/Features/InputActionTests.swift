import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// Features with private events, which only their own code sends.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct InputActionTests {
  struct Search: OutputFeature {
    @Observable @MainActor
    final class State: SnapshotState, Identifiable {
      nonisolated let id: Int
      var query = ""
      var results: [String] = []
      var alert: AlertPrompt<Action>?

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("query", \.query)
        SnapshotField("results", \.results)
        SnapshotField("alert", \.alert)
      }

      init(id: Int = 0) { self.id = id }
    }

    enum Action: Equatable, Sendable {
      enum Input: Equatable, Sendable {
        case typed(String)
        case search
        case clear
        case ask
      }

      case input(Input)
      case found([String])
      case cleared
      case finished
    }

    typealias Output = [String]

    static func action(_ input: Action.Input) -> Action { .input(input) }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .input(.typed(let text)):
          state.query = text
          return .none
        case .input(.search):
          return .run { state, send in send(.found([state.query])) }
        case .input(.clear): return .send(.cleared)
        case .input(.ask):
          state.alert = AlertPrompt(
            "Clear?",
            buttons: [AlertButton("Clear", action: .cleared)]
          )
          return .none
        case .found(let words):
          state.results = words
          return .run { _ in await store.send(.finished) }
        case .cleared:
          state.query = ""
          state.results = []
          return .none
        case .finished: return output(state.results)
        }
      }
    }
  }

  struct Pages: Feature {
    @Observable @MainActor
    final class State: SnapshotState {
      let first = Search.State(id: 1)
      var rows = [Search.State(id: 2), Search.State(id: 3)]
      var log: [[String]] = []

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("first", child: \.first)
        SnapshotField("rows", children: \.rows)
        SnapshotField("log", \.log)
      }
    }

    enum Action: Equatable, Sendable {
      enum Input: Equatable, Sendable {
        case typeAll(String)
        case searchFirst
        case clear(Int)
      }

      case input(Input)
      case found([String])
    }

    static func action(_ input: Action.Input) -> Action { .input(input) }

    let first = Child(\State.first, Search(), output: Action.found)
    let rows = ChildCollection(\State.rows, Search(), output: .ignored)

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .input(.typeAll(let text)):
          return .concatenate(
            send(.typed(text), to: \.first),
            send(.typed(text), toAll: \.rows)
          )
        case .input(.searchFirst): return send(.search, to: \.first)
        case .input(.clear(let id)): return send(.clear, to: \.rows, id: id)
        case .found(let words):
          state.log.append(words)
          return .none
        }
      }
    }
  }

  /// A wrapper with the inputs of its base.
  struct Watched<Base: OutputFeature>: OutputFeature {
    typealias Action = Base.Action
    typealias Output = Base.Output

    let base: Base

    static func action(_ input: Base.InputAction) -> Base.Action { Base.action(input) }

    func handle() -> ActionHandler<Base.Action, Base.State> { base.handle() }
  }

  @Test func allEffectsSendPrivateEvents() async {
    var found: [[String]] = []
    let store = Store(initialState: Search.State(), feature: Search()) { found.append($0) }
    store.send(.typed("a"))
    await store.send(.search).value
    #expect(store.state.results == ["a"])
    #expect(found == [["a"]])
    store.send(.clear)
    #expect(store.state.results == [])
  }

  @Test func eachFunctionThatSendsTakesInputs() async {
    let store = Store(initialState: Search.State(), feature: Search()) { _ in }
    store.binding(\.query, send: Search.Action.Input.typed).set("a")
    #expect(store.state.query == "a")
    await store.run(.search)
    #expect(store.state.results == ["a"])
    let task: Task<Void, Never> = store.send(.typed("b"))
    await task.value
    #expect(store.state.query == "b")
    for input in ["c"].map(Search.Action.Input.typed) { store.send(input) }
    let send: (Search.Action.Input) -> SentAction = store.send
    #expect(store.state.query == "c")
    _ = send(.clear)
    #expect(store.state.query == "")
  }

  @Test func anAlertSendsPrivateEvents() {
    let store = Store(initialState: Search.State(), feature: Search()) { _ in }
    store.send(.typed("a"))
    store.send(.ask)
    store.choose("Clear", in: \.alert)
    #expect(store.state.query == "")
    #expect(store.state.alert == nil)
  }

  @Test func aTestSendsInputsAndReceivesEvents() async {
    let store = TestStore(initialState: Search.State(), feature: Search())
    await store.send(.typed("a")) { $0.query = "a" }
    await store.send(.search)
    await store.receive(.found(["a"])) { $0.results = ["a"] }
    await store.receive(.finished)
    await store.receive(output: ["a"])
    await store.send(.clear)
    await store.receive(.cleared) {
      $0.query = ""
      $0.results = []
    }
    await store.send(.typed("b"), expecting: \.query, toBe: "b")
    #expect(
      store.actionHistory
        == [
          .input(.typed("a")), .input(.search), .input(.clear), .input(.typed("b")),
        ]
    )
    await store.finish()
  }

  @Test func aParentSendsInputsAndItsChildrenEvents() async {
    let store = TestStore(initialState: Pages.State(), feature: Pages())
    store.exhaustivity = .off
    await store.send(.typeAll("a"))
    #expect(([store.state.first] + store.state.rows).map(\.query) == ["a", "a", "a"])
    await store.send(.searchFirst)
    #expect(store.state.log == [["a"]])
    await store.send(.clear(3))
    #expect(store.state.rows.map(\.query) == ["a", ""])
    await store.send(\.first, .typed("b"))
    #expect(store.state.first.query == "b")
  }

  @Test func aTestOfATreeReceivesPrivateEventsOfAChild() async {
    let store = TestStore(initialState: Pages.State(), feature: Pages())
    await store.send(\.first, .search)
    await store.receive(\.first, .found([""])) { $0.first.results = [""] }
    await store.receive(\.first, .finished)
    await store.receive(.found([""])) { $0.log = [[""]] }
    await store.finish()
  }

  @Test func aWrapperForwardsInputs() {
    let store = Store(initialState: Search.State(), feature: Watched(base: Search())) { _ in }
    store.send(.typed("a"))
    #expect(store.state.query == "a")
  }

  @Test func toolsSendAllActions() {
    let store = Store(initialState: Search.State(), feature: Search()) { _ in }
    #expect(store.send(any: Search.Action.found(["a"])) != nil)
    #expect(store.state.results == ["a"])
    #expect(store.send(any: Search.Action.Input.clear) == nil)
  }

  /// The inputs of a feature without the function are its actions.
  @Test func withoutTheFunctionAllActionsAreInputs() {
    func send<F: Feature>(_ action: F.InputAction, to store: Store<F>) { store.send(action) }

    let store = Store(initialState: Counter.State(), feature: Counter())
    send(.increment, to: store)
    #expect(store.state.count == 1)
    #expect(Counter.InputAction.self == Counter.Action.self)
  }
}
