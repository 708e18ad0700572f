import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SynchronousActionMiddlewareTests {
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

  @Test func eachPhaseHasASeparateProtocol() {
    struct OnlyBefore: SynchronousBeforeActionMiddleware {
      let log: LockIsolated<[String]>

      func beforeAction<Action, State>(_ action: Action, state: State) {
        log.withValue { $0.append("before \(action)") }
      }
    }
    let store = Script.store { [log] in $0.use(OnlyBefore(log: log)) }
    store.send(.log("a"))
    store.send(ScriptAction("b") { _ in throw TestError() })
    #expect(log.value == ["before a", "before b"])
    #expect(store.state.log == ["a"])
  }

  @Test func onePhaseMayBeSynchronousAndAnotherNot() async {
    struct Mixed: SynchronousBeforeActionMiddleware, AfterActionMiddleware {
      let log: LockIsolated<[String]>

      func beforeAction<Action, State>(_ action: Action, state: State) {
        log.withValue { $0.append("before") }
      }

      func afterAction<Action, State>(
        _ action: Action,
        state: State,
        result: ActionTask<Action, State>,
        duration: TimeInterval
      ) async {
        await Task.yield()
        log.withValue { $0.append("after") }
      }
    }
    let store = Script.store { [log] in $0.use(Mixed(log: log)) }
    let sent = store.send(.log("a"))
    #expect(store.state.log == ["a"])
    #expect(log.value == ["before"])
    await sent.value
    #expect(log.value == ["before", "after"])
  }

  // MARK: Concrete types

  @Test func asynchronousCodeThatKnowsTheTypeCallsIt() async throws {
    let middleware = SynchronousRecordingMiddleware(log: log)
    let state = ScriptState()
    try await middleware.beforeAction("a", state: state)
    try await middleware.afterAction("a", state: state, result: .none, duration: 0)
    try await middleware.onError(TestError("failed"), action: "a", state: state)
    #expect(log.value == ["recorder: before a", "recorder: after a", "recorder: failed in a"])
  }

  @Test func theLabelledFormsCallItToo() async throws {
    let middleware = SynchronousRecordingMiddleware(log: log)
    let state = ScriptState()
    try await middleware.beforeAction(action: "a", state: state)
    try await middleware.afterAction(action: "a", state: state, result: .none, duration: 0)
    try await middleware.onError(error: TestError("failed"), action: "a", state: state)
    #expect(log.value == ["recorder: before a", "recorder: after a", "recorder: failed in a"])
  }

  @Test func itsErrorsAreThrownThatWayToo() async {
    let middleware = SynchronousRecordingMiddleware(failing: [.before, .after, .error], log: log)
    let state = ScriptState()
    await #expect(throws: TestError.self) { try await middleware.beforeAction("a", state: state) }
    await #expect(throws: TestError.self) {
      try await middleware.afterAction("a", state: state, result: .none, duration: 0)
    }
    await #expect(throws: TestError.self) {
      try await middleware.onError(error: TestError(), action: "a", state: state)
    }
  }

  @Test func middlewareThatWrapsItCallsIt() async throws {
    struct Wrapper: ActionMiddleware {
      let wrapped: SynchronousRecordingMiddleware

      func beforeAction<Action, State>(_ action: Action, state: State) async throws {
        try await wrapped.beforeAction(action, state: state)
      }

      func onError<Action, State>(_ error: any Error, action: Action, state: State) async throws {
        try await wrapped.onError(error, action: action, state: state)
      }
    }
    let store = Script.store { [log] in
      $0.use(Wrapper(wrapped: SynchronousRecordingMiddleware(log: log)))
    }
    await store.send(ScriptAction("a") { _ in throw TestError("failed") }).value
    #expect(log.value == ["recorder: before a", "recorder: failed in a"])
  }

  @Test func asAnyMiddlewareItIsCalledToo() async throws {
    let middleware: any ActionMiddleware = SynchronousRecordingMiddleware(log: log)
    try await middleware.beforeAction("a", state: ScriptState())
    try await middleware.beforeAction(action: "b", state: ScriptState())
    #expect(log.value == ["recorder: before a", "recorder: before b"])
  }
}
