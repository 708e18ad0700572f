import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SynchronousActionMiddlewareTests {
  private let log = LockIsolated<[String]>([])

  @Test func handlerWithSynchronousMiddlewareRunsInTheCallersTask() async {
    let store = Script.store { [log] in $0.use(SynchronousRecordingMiddleware(log: log)) }
    let caller = withUnsafeCurrentTask { $0?.hashValue }
    store.send(
      ScriptAction("a") { state in
        state.count = withUnsafeCurrentTask { $0?.hashValue } ?? 0
        return .none
      }
    )
    #expect(store.state.count == caller)
    #expect(log.value == ["recorder: before a", "recorder: after a"])
  }

  @Test func errorIsHandledInsideSend() {
    let store = Script.store { [log] in
      $0.use(SynchronousRecordingMiddleware(log: log)).onError { $1.log.append("\($0)") }
    }
    store.send(ScriptAction("a") { _ in throw TestError("failed") })
    #expect(log.value == ["recorder: before a", "recorder: failed in a"])
    #expect(store.state.log == ["failed"])
  }

  @Test func itIsCalledWhereTheHandlerSuspendsToo() async {
    let store = AsyncScript.store { [log] in $0.use(SynchronousRecordingMiddleware(log: log)) }
    await store.send(
      AsyncScriptAction("a") { _ in
        await Task.yield()
        return .none
      }
    ).value
    await store.send(
      AsyncScriptAction("b") { _ in
        await Task.yield()
        throw TestError("failed")
      }
    ).value
    #expect(
      log.value == [
        "recorder: before a", "recorder: after a", "recorder: before b", "recorder: failed in b",
      ]
    )
  }

  @Test func aManagerCallsIt() async throws {
    let manager = MiddlewareManager<String, ScriptState>(
      middlewares: [SynchronousRecordingMiddleware(log: log)]
    )
    let state = ScriptState()
    try await manager.executeBeforeAction(action: "a", state: state)
    try await manager.executeAfterAction(action: "a", state: state, result: .none, duration: 0)
    await manager.executeErrorHandling(error: TestError("failed"), action: "a", state: state)
    #expect(log.value == ["recorder: before a", "recorder: after a", "recorder: failed in a"])
  }

  @Test func eachRequirementHasADefault() {
    struct OnlyBefore: SynchronousActionMiddleware {
      let log: LockIsolated<[String]>

      func beforeAction<Action, State>(_ action: Action, state: State) {
        log.withValue { $0.append("before \(action)") }
      }
    }
    let store = Script.store { [log] in $0.use(OnlyBefore(log: log)) }
    store.send(.log("a"))
    store.send(ScriptAction("b") { _ in throw TestError() })
    #expect(log.value == ["before a", "before b"])
  }

  @Test func labelledFormsAreCalled() {
    struct Labelled: SynchronousActionMiddleware {
      let log: LockIsolated<[String]>

      func beforeAction<Action, State>(action: Action, state: State) throws {
        log.withValue { $0.append("before") }
      }
    }
    let log = LockIsolated<[String]>([])
    Script.store { $0.use(Labelled(log: log)) }.send(.log("a"))
    #expect(log.value == ["before"])
  }
}
