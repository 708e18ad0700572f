import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreTests {
  @Test func stateIsTheGivenObject() {
    let state = ScriptState()
    let store = Store(initialState: state, feature: Script())
    #expect(store.state === state)
  }

  @Test func handleIsCalledOncePerStore() {
    let calls = LockIsolated(0)
    let feature = Script { handler in
      calls.withValue { $0 += 1 }
      return handler
    }
    let store = Store(initialState: ScriptState(), feature: feature)
    #expect(calls.value == 1)
    store.send(.log("a"))
    store.send(.log("b"))
    #expect(calls.value == 1)
  }

  @Test func synchronousHandlerRunsInsideSend() {
    let store = Script.store()
    store.send(.log("a"))
    #expect(store.state.log == ["a"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func synchronousHandlerRunsInTheCallersTask() async {
    let store = Script.store()
    let caller = withUnsafeCurrentTask { $0?.hashValue }
    store.send(
      ScriptAction { state in
        state.count = withUnsafeCurrentTask { $0?.hashValue } ?? 0
        return .none
      }
    )
    #expect(store.state.count == caller)
  }

  @Test func effectStartsAfterSend() async {
    let store = Script.store()
    let sent = store.send(.run { $0.count += 1 })
    #expect(store.state.count == 0)
    #expect(store.runningTaskCount == 1)
    await sent.value
    #expect(store.state.count == 1)
    #expect(store.runningTaskCount == 0)
  }

  @Test func effectsRunConcurrentlyWithLaterActions() async {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(.run { _ in try await gate.pass() })
    await gate.waitUntilStarted()
    store.send(.log("later"))
    #expect(store.state.log == ["later"])
    gate.open()
    await sent.value
  }

  // 6.2.8
  @Test func effectsChangeTheLiveState() async {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(
      .run { state in
        state.count += 1
        try await gate.pass()
        state.count += 1
      }
    )
    await gate.waitUntilStarted()
    store.send(
      ScriptAction { state in
        state.count += 10
        return .none
      }
    )
    gate.open()
    await sent.value
    #expect(store.state.count == 12)
  }

  @Test func taskCountIsThatOfTheLeaves() async {
    let store = Script.store()
    let gates = (0..<3).map { _ in Gate() }
    let leaves = gates.map { gate in Script.Effect.run { _ in try await gate.pass() } }
    let sent = store.send(
      .effect("composed", .merge(.concatenate(leaves[0], .none), .merge([leaves[1], leaves[2]])))
    )
    for gate in gates { await gate.waitUntilStarted() }
    #expect(store.runningTaskCount == 3)
    gates[0].open()
    gates[1].open()
    gates[2].open()
    await sent.value
    #expect(store.runningTaskCount == 0)
  }

  @Test func concatenationCountsAsTheLeafThatRuns() async {
    let store = Script.store()
    let gates = [Gate(), Gate()]
    let leaves = gates.map { gate in Script.Effect.run { _ in try await gate.pass() } }
    let sent = store.send(.effect("composed", .concatenate(leaves)))
    for gate in gates {
      await gate.waitUntilStarted()
      #expect(store.runningTaskCount == 1)
      gate.open()
    }
    await sent.value
    #expect(store.runningTaskCount == 0)
  }

  @Test func cancelTaskReachesAnId() async {
    let store = Script.store()
    let gates = [Gate(), Gate()]
    let sent: [SentAction] = gates.enumerated().map { index, gate in
      store.send(.effect("run", .run(id: index) { _ in try await gate.pass() }))
    }
    #expect(store.isTaskRunning(id: 0))
    #expect(store.isTaskRunning(id: 1))
    store.cancelTask(id: 0)
    #expect(!store.isTaskRunning(id: 0))
    #expect(store.isTaskRunning(id: 1))
    await sent[0].value
    store.cancelTask(id: "unknown")
    #expect(store.runningTaskCount == 1)
    gates[1].open()
    await sent[1].value
  }

  @Test func cancelAllTasksReachesAllEffects() async throws {
    let store = Script.store()
    let gates = [Gate(), Gate()]
    let sent: [SentAction] = gates.map { gate in store.send(.run { _ in try await gate.pass() }) }
    for gate in gates { await gate.waitUntilStarted() }
    store.cancelAllTasks()
    try #require(gates.map(\.wasCancelled) == [true, true])
    #expect(store.runningTaskCount == 0)
    for sent in sent { await sent.value }
  }

  @Test func errorsDoNotEscape() async {
    let store = Script.store()
    store.send(ScriptAction { _ in throw TestError() })
    await store.send(.run { _ in throw TestError() }).value
    store.send(.log("still here"))
    #expect(store.state.log == ["still here"])
  }

  @Test func storeIsTheInitialValueOfAProperty() {
    @MainActor final class Screen {
      var store = Store(initialState: ScriptState(), feature: Script())
    }
    #expect(Screen().store.state.count == 0)
  }

  @Test func storeObservesNothingOfItsOwn() {
    let store = Script.store()
    let changes = LockIsolated(0)
    withObservationTracking {
      _ = store.runningTaskCount
      _ = store.state
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    store.send(.log("a"))
    #expect(changes.value == 0)
  }
}
