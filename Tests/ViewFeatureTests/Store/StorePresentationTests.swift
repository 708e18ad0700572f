import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Loading, errors, and locks that a store manages because of the types of its action and state.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StorePresentationTests {
  final class State: ScreenState {
    var log: [String] = []
    var wasLoadingInHandler: Bool?
  }

  struct Action: LoadingTrackable, Sendable {
    var tracksLoading = true
    let body: @MainActor (State) throws -> ActionTask<Action, State>

    var canTrackLoading: Bool { tracksLoading }

    init(
      tracksLoading: Bool = true,
      _ body: @escaping @MainActor (State) throws -> ActionTask<Action, State>
    ) {
      self.tracksLoading = tracksLoading
      self.body = body
    }
  }

  struct Screen: Feature {
    var configure: @MainActor (ActionHandler<Action, State>) -> ActionHandler<Action, State> = {
      $0
    }

    func handle() -> ActionHandler<Action, State> {
      configure(ActionHandler { action, state in try action.body(state) })
    }
  }

  /// An action that is locked and tracked.
  enum Load: LoadingTrackable, ActionLockable, Hashable, Sendable {
    case load

    var canTrackLoading: Bool { true }
  }

  struct Loader: Feature {
    let gate: Gate

    func handle() -> ActionHandler<Load, State> {
      ActionHandler { _, state in
        state.log.append("load")
        return .run { [gate] _ in try await gate.pass() }
      }
    }
  }

  struct Silent: NonPresentableError {}

  /// An observer of the end of loading may send.
  ///
  /// That action is handled after those that already wait.
  @Test func anActionThatTheEndOfLoadingSendsOvertakesNoOther() {
    let state = State()
    let store = Store(initialState: state, feature: Screen())
    let log: @MainActor (String) -> Action = { name in
      Action(tracksLoading: false) { state in
        state.log.append(name)
        return .none
      }
    }
    store.send(
      Action { [store] state in
        store.send(log("queued"))
        withObservationTracking {
          _ = state.isLoading
        } onChange: {
          MainActor.assumeIsolated { _ = store.send(log("observer")) as SentAction }
        }
        return .none
      }
    )
    #expect(store.state.log == ["queued", "observer"])
  }

  let gate = Gate()

  private func makeStore(
    _ state: State = State(),
    configure: @escaping @MainActor (ActionHandler<Action, State>) -> ActionHandler<Action, State> =
      { $0 }
  ) -> Store<Screen> {
    Store(initialState: state, feature: Screen(configure: configure))
  }

  @Test func loadingIsShownUntilTheEffectIsDone() async {
    let store = makeStore()
    let sent = store.send(
      Action { [gate] state in
        state.wasLoadingInHandler = state.isLoading
        return .run { _ in try await gate.pass() }
      }
    )
    #expect(store.state.wasLoadingInHandler == true)
    #expect(store.state.isLoading)
    await gate.waitUntilStarted()
    #expect(store.state.isLoading)
    gate.open()
    await sent.value
    #expect(!store.state.isLoading)
  }

  @Test func loadingIsShownUntilTheActionsOfTheEffectAreDone() async {
    let store = makeStore()
    let gate = gate
    let sent = store.send(
      Action { _ in
        .run { _, send in
          send(Action(tracksLoading: false) { _ in .run { _ in try await gate.pass() } })
        }
      }
    )
    await gate.waitUntilStarted()
    #expect(store.state.isLoading)
    gate.open()
    await sent.value
    #expect(!store.state.isLoading)
  }

  // An observer of the end of loading may send the action again.
  @Test func loadingEndsLastOfAll() async throws {
    let store = Store(initialState: State(), feature: Loader(gate: gate))
    let sent: SentAction = store.send(.load)
    await gate.waitUntilStarted()
    let seen = LockIsolated<(isDone: Bool, isRunning: Bool, again: SentAction)?>(nil)
    withObservationTracking {
      _ = store.state.isLoading
    } onChange: {
      MainActor.assumeIsolated {
        let isRunning = !store.effects.isEmpty
        seen.setValue((sent.isDone, isRunning, store.send(.load)))
      }
    }
    gate.open()
    await sent.value
    let atTheEnd = try #require(seen.value)
    #expect(!atTheEnd.isDone)
    #expect(!atTheEnd.isRunning)
    #expect(store.state.log == ["load", "load"])
    await atTheEnd.again.value
    #expect(!store.state.isLoading)
  }

  @Test func actionsOfATypeThatTracksNoLoadingShowNoErrors() {
    struct Failing: Feature {
      func handle() -> ActionHandler<String, State> {
        ActionHandler { action, _ in throw TestError(action) }
      }
    }
    let store = Store(initialState: State(), feature: Failing())
    store.send("failed")
    #expect(store.state.displayError == nil)
  }

  @Test func untrackedActionShowsNoLoading() async {
    let store = makeStore()
    let gate = gate
    let sent = store.send(Action(tracksLoading: false) { _ in .run { _ in try await gate.pass() } })
    await gate.waitUntilStarted()
    #expect(!store.state.isLoading)
    gate.open()
    await sent.value
  }

  @Test func loadingEndsWhenASynchronousActionIsDone() async {
    let store = makeStore()
    await store.send(Action { _ in .none }).value
    #expect(!store.state.isLoading)
  }

  @Test func loadingEndsWhenTheActionIsCancelled() async {
    let store = makeStore()
    let gate = gate
    let sent = store.send(Action { _ in .run { _ in try await gate.pass() } })
    await gate.waitUntilStarted()
    sent.cancel()
    await sent.value
    #expect(!store.state.isLoading)
    #expect(store.state.displayError == nil)
  }

  @Test func loadingEndsWhenTheEffectIsReplaced() async {
    let store = makeStore()
    let gates = [Gate(), Gate()]
    let sent = gates.map { gate in
      store.send(Action { _ in .run(id: "load") { _ in try await gate.pass() } })
    }
    await sent[0].value
    #expect(store.state.isLoading)
    gates[1].open()
    await sent[1].value
    #expect(!store.state.isLoading)
  }

  @Test func loadingEndsWhenTheStoreGoesAway() async {
    let state = State()
    let gate = gate
    var store: Store<Screen>? = makeStore(state)
    let sent = store?.send(Action { _ in .run { _ in try await gate.pass() } })
    await gate.waitUntilStarted()
    #expect(state.isLoading)
    store = nil
    await sent?.value
    #expect(!state.isLoading)
  }

  @Test func parallelActionsAreCounted() async {
    let store = makeStore()
    let gates = [Gate(), Gate()]
    let sent = gates.map { gate in
      store.send(Action { _ in .run { _ in try await gate.pass() } })
    }
    gates[0].open()
    await sent[0].value
    #expect(store.state.isLoading)
    gates[1].open()
    await sent[1].value
    #expect(!store.state.isLoading)
  }

  @Test func lockAndLoadingOfOneActionEndTogether() async {
    let store = Store(initialState: State(), feature: Loader(gate: gate))
    let sent = [store.send(.load), store.send(.load)]
    #expect(store.state.log == ["load"])
    #expect(store.state.isLoading)
    gate.open()
    for sent in sent { await sent.value }
    #expect(!store.state.isLoading)
    await store.send(.load).value
    #expect(store.state.log == ["load", "load"])
    #expect(!store.state.isLoading)
  }

  @Test func errorOfAnEffectIsShown() async {
    let store = makeStore()
    await store.send(Action { _ in .run { _ in throw DisplayableError(message: "offline") } }).value
    #expect(store.state.displayError?.message == "offline")
    #expect(!store.state.isLoading)
  }

  @Test func errorOfTheHandlerIsShownAlsoForAnUntrackedAction() {
    let store = makeStore()
    store.send(Action(tracksLoading: false) { _ in throw DisplayableError(message: "wrong") })
    #expect(store.state.displayError?.message == "wrong")
  }

  @Test func silentErrorIsNotShown() {
    let store = makeStore()
    store.send(Action { _ in throw Silent() })
    #expect(store.state.displayError == nil)
  }

  @Test func errorThatTheEffectCatchesIsNotShown() async {
    let store = makeStore()
    await store.send(
      Action { _ in
        .run { _ in throw TestError("caught") }.catch { error, state in
          state.log.append("\(error)")
        }
      }
    ).value
    #expect(store.state.log == ["caught"])
    #expect(store.state.displayError == nil)
  }

  @Test func errorHandlerReplacesTheScreen() async {
    let store = makeStore { handler in
      handler.onError { error, state in state.log.append("\(error)") }
    }
    await store.send(Action { _ in .run { _ in throw TestError("handled") } }).value
    #expect(store.state.log == ["handled"])
    #expect(store.state.displayError == nil)
  }

  @Test func errorHandlingMiddlewareSeesTheErrorToo() {
    let log = LockIsolated<[String]>([])
    let store = makeStore { $0.use(SynchronousRecordingMiddleware(log: log)) }
    store.send(Action { _ in throw DisplayableError(message: "shown") })
    #expect(log.value.count == 2)
    #expect(store.state.displayError?.message == "shown")
  }
}
