import StateTestSupport
import Testing
import ViewFeature

/// Actions that are dropped while they run.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionAdmissionTests {
  enum Action: ActionLockable, Hashable, Sendable {
    case load(page: Int)
    case fail
    case sendItself
    case begin
    case loadFromAnEffect
  }

  struct Locked: Feature {
    let gate: Gate

    func handle() -> ActionHandler<Action, ScriptState> {
      ActionHandler { action, state in
        switch action {
        case .load(let page):
          state.log.append("load \(page)")
          return .run { _ in try await gate.pass() }
        case .fail:
          state.log.append("fail")
          throw TestError()
        case .sendItself:
          state.count += 1
          return .run { _, send in send(.sendItself) }
        case .begin:
          state.log.append("begin")
          return .none
        case .loadFromAnEffect:
          return .run { _, send in send(.load(page: 1)) }
        }
      }
      .onError { error, state in state.log.append("\(error)") }
    }
  }

  let gate = Gate()

  private func makeStore() -> Store<Locked> {
    Store(initialState: ScriptState(), feature: Locked(gate: gate))
  }

  @Test func actionIsDroppedWhileTheSameOneRuns() async {
    let store = makeStore()
    let first = store.send(.load(page: 1))
    let second = store.send(.load(page: 1))
    await second.value
    #expect(store.state.log == ["load 1"])
    gate.open()
    await first.value
    await store.send(.load(page: 1)).value
    #expect(store.state.log == ["load 1", "load 1"])
  }

  @Test func actionsWithOtherKeysRunConcurrently() async {
    let store = makeStore()
    let sent = [store.send(.load(page: 1)), store.send(.load(page: 2))]
    #expect(store.state.log == ["load 1", "load 2"])
    gate.open()
    for sent in sent { await sent.value }
  }

  @Test func lockIsReleasedWhenTheHandlerThrows() {
    let store = makeStore()
    store.send(.fail)
    store.send(.fail)
    #expect(store.state.log == ["fail", "error", "fail", "error"])
  }

  @Test func lockIsReleasedWhenTheActionIsCancelled() async {
    let store = makeStore()
    let sent = store.send(.load(page: 1))
    sent.cancel()
    await sent.value
    store.send(.load(page: 1))
    #expect(store.state.log == ["load 1", "load 1"])
  }

  @Test func lockOfASynchronousActionIsReleasedInSend() {
    let store = makeStore()
    store.send(.begin)
    store.send(.begin)
    #expect(store.state.log == ["begin", "begin"])
  }

  @Test func actionThatItsOwnEffectSendsIsDropped() async {
    let store = makeStore()
    await store.send(.sendItself).value
    #expect(store.state.count == 1)
  }

  @Test func lockOfAQueuedActionIsReleased() {
    let store = makeStore()
    for _ in 1...2 {
      withObservationTracking {
        _ = store.state.log
      } onChange: { [unowned store] in
        // While the handler of another action is running.
        MainActor.assumeIsolated { _ = store.send(.begin) }
      }
      store.send(.fail)
    }
    #expect(store.state.log == ["fail", "error", "begin", "fail", "error", "begin"])
  }

  @Test func valueWaitsForALockableActionThatTheEffectSends() async throws {
    let store = makeStore()
    let sent = store.send(.loadFromAnEffect)
    await gate.waitUntilStarted()
    sent.cancel()
    try #require(gate.wasCancelled)
    await sent.value
    #expect(store.runningTaskCount == 0)
  }

  @Test func storesDoNotShareLocks() async {
    let stores = [makeStore(), makeStore()]
    let sent = stores.map { $0.send(.load(page: 1)) }
    #expect(stores.map(\.state.log) == [["load 1"], ["load 1"]])
    gate.open()
    for sent in sent { await sent.value }
  }

  @Test func testStoreReplaysLockableActions() async {
    struct Titled: Feature {
      enum Action: ActionLockable, Hashable, Sendable {
        case increment
      }

      func handle() -> ActionHandler<Action, Counter.State> {
        ActionHandler { _, state in
          state.count += 1
          return .none
        }
      }
    }
    let store = TestStore(initialState: Counter.State(), feature: Titled())
    await store.send(.increment, \.count, 1)
    await store.send(.increment) { state in state.count = 2 }
  }
}
