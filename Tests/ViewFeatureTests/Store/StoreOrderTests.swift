import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreOrderTests {
  @Test func nestedSendIsHandledAfterTheHandlerAndBeforeSendReturns() {
    let store = Script.store()
    store.send(
      ScriptAction { [unowned store] state in
        state.log.append("outer begins")
        store.send(.log("first"))
        store.send(
          ScriptAction { [unowned store] state in
            state.log.append("second begins")
            store.send(.log("nested"))
            state.log.append("second ends")
            return .none
          }
        )
        store.send(.log("third"))
        state.log.append("outer ends")
        return .none
      }
    )
    #expect(
      store.state.log == [
        "outer begins", "outer ends", "first", "second begins", "second ends", "third", "nested",
      ]
    )
  }

  @Test func manyNestedSendsKeepTheirOrder() {
    let store = Script.store()
    store.send(
      ScriptAction { [unowned store] _ in
        for index in 0..<1_000 { store.send(.log("\(index)")) }
        return .none
      }
    )
    #expect(store.state.log == (0..<1_000).map { "\($0)" })
  }

  @Test(.notRepeated) func longChainOfSendsDoesNotRecurse() {
    let store = Script.store()
    @MainActor func count(_ rest: Int) -> ScriptAction {
      ScriptAction { [unowned store] state in
        state.count += 1
        if rest > 1 { store.send(count(rest - 1)) }
        return .none
      }
    }
    let length = isSanitized ? 10_000 : 100_000
    store.send(count(length))
    #expect(store.state.count == length)
  }

  @Test func failedHandlerDoesNotHoldTheQueueUp() {
    let store = Script.store()
    store.send(
      ScriptAction { [unowned store] _ in
        store.send(ScriptAction { _ in throw TestError() })
        store.send(.log("after"))
        throw TestError()
      }
    )
    #expect(store.state.log == ["after"])
  }

  @Test func suspendedHandlerHoldsLaterActionsBack() async {
    let store = AsyncScript.store()
    let gate = Gate()
    store.send(.wait("a", at: gate))
    await gate.waitUntilStarted()
    store.send(.log("b"))
    let last = store.send(.log("c"))
    #expect(store.state.log == ["a begins"])
    gate.open()
    await last.value
    #expect(store.state.log == ["a begins", "a ends", "b", "c"])
  }

  @Test func severalSuspendingHandlersRunOneAtATime() async {
    let store = AsyncScript.store()
    let gates = [Gate(), Gate(), Gate()]
    let sent: [SentAction] = gates.enumerated().map { index, gate in
      store.send(.wait("\(index)", at: gate))
    }
    for gate in gates.reversed() { gate.open() }
    for sent in sent { await sent.value }
    #expect(
      store.state.log == ["0 begins", "0 ends", "1 begins", "1 ends", "2 begins", "2 ends"]
    )
  }

  @Test(.onNewerSystems) func asynchronousHandlerThatDoesNotSuspendRunsInsideSend() {
    let store = AsyncScript.store()
    store.send(.log("a"))
    store.send(.log("b"))
    #expect(store.state.log == ["a", "b"])
    #expect(store.runningTaskCount == 0)
  }

  @Test(.onOlderSystems) func onOlderSystemsAnAsynchronousHandlerRunsAfterSend() async {
    let store = AsyncScript.store()
    let sent: [SentAction] = ["a", "b"].map { store.send(.log($0)) }
    #expect(store.state.log.isEmpty)
    for sent in sent { await sent.value }
    #expect(store.state.log == ["a", "b"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func sendsOfASuspendedHandlerAreQueuedBehindEarlierOnes() async {
    let store = AsyncScript.store()
    let gate = Gate()
    let first = store.send(
      AsyncScriptAction { state in
        try await gate.pass()
        await AsyncScript.proxy.send(.log("from the handler"))
        state.log.append("handler ends")
        return .none
      }
    )
    await gate.waitUntilStarted()
    store.send(.log("from outside"))
    gate.open()
    await first.value
    #expect(store.state.log == ["handler ends", "from outside", "from the handler"])
  }

  @Test func failedAsynchronousHandlerLetsTheNextOneRun() async {
    let store = AsyncScript.store()
    let gate = Gate()
    store.send(
      AsyncScriptAction { _ in
        try await gate.pass()
        throw TestError()
      }
    )
    let last = store.send(.log("after"))
    gate.open()
    await last.value
    #expect(store.state.log == ["after"])
  }

  @Test func sendFromAnEffectIsHandledInside() async {
    let store = Script.store()
    await store.send(
      .run { [unowned store] state in
        state.log.append("effect")
        store.send(.log("sent"))
        state.log.append("effect ends")
      }
    ).value
    #expect(store.state.log == ["effect", "sent", "effect ends"])
  }

  @Test func sendFromAnObservationInAHandlerIsQueued() {
    let store = Script.store()
    onChangeOfCount(in: store) { [unowned store] in store.send(.log("observed")) }
    store.send(
      ScriptAction { state in
        state.log.append("begins")
        state.count += 1
        state.log.append("ends")
        return .none
      }
    )
    #expect(store.state.log == ["begins", "ends", "observed"])
  }

  @Test func sendFromAnObservationInAnEffectIsPartOfItsAction() async {
    let store = Script.store()
    let gate = Gate()
    onChangeOfCount(in: store) { [unowned store] in
      store.send(
        .run("observed") { state in
          try await gate.pass()
          state.log.append("observed")
        }
      )
    }
    let sent = store.send(.run { $0.count += 1 })
    await gate.waitUntilStarted()
    gate.open()
    await sent.value
    #expect(store.state.log == ["observed"])
  }

  @Test func sendFromSynchronousMiddlewareIsQueued() {
    let target = Target()
    let store = Script.store { $0.use(SendingMiddleware(target: target)) }
    target.store = store
    store.send(.log("a"))
    #expect(store.state.log == ["a", "before a", "after a"])
  }

  @Test func sendFromAsynchronousMiddlewareIsQueued() async {
    let target = Target()
    let store = Script.store { $0.use(SuspendingSender(target: target)) }
    target.store = store
    await store.send(.log("a")).value
    #expect(store.state.log == ["a", "before a"])
  }

  private func onChangeOfCount(
    in store: Store<Script>,
    _ action: @escaping @MainActor () -> Void
  ) {
    withObservationTracking {
      _ = store.state.count
    } onChange: {
      MainActor.assumeIsolated { action() }
    }
  }
}

extension StoreOrderTests {
  @MainActor private final class Target {
    weak var store: Store<Script>?
  }

  private struct SendingMiddleware: SynchronousBeforeActionMiddleware,
    SynchronousAfterActionMiddleware
  {
    let target: Target

    func beforeAction<Action, State>(_ action: Action, state: State) {
      if "\(action)" == "a" { target.store?.send(.log("before a")) }
    }

    func afterAction<Action, State>(
      _ action: Action,
      state: State,
      result: ActionTask<Action, State>,
      duration: TimeInterval
    ) {
      if "\(action)" == "a" { target.store?.send(.log("after a")) }
    }
  }

  private struct SuspendingSender: BeforeActionMiddleware {
    let target: Target

    func beforeAction<Action, State>(_ action: Action, state: State) async throws {
      await Task.yield()
      if "\(action)" == "a" { target.store?.send(.log("before a")) }
    }
  }
}
