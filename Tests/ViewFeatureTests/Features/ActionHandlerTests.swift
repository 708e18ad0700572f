import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionHandlerTests {
  typealias Handler = ActionHandler<String, ScriptState>
  typealias Effect = ActionTask<String, ScriptState>

  private let state = ScriptState()
  private let log = LockIsolated<[String]>([])

  @Test func handleRunsTheLogicAndDoesNotStartTheEffect() async {
    let handler = Handler { action, state in
      state.log.append(action)
      return .run { $0.log.append("effect") }
    }
    _ = await handler.handle(action: "a", state: state)
    #expect(state.log == ["a"])
  }

  @Test func parametersAreNotConstrained() async {
    struct Plain {
      var number = 1
    }
    let seen = LockIsolated<[Int]>([])
    let handler = ActionHandler<Plain, Plain> { action, state in
      seen.withValue { $0.append(action.number + state.number) }
      return .none
    }
    _ = await handler.handle(action: Plain(), state: Plain())
    #expect(seen.value == [2])
  }

  @Test func closureWithAnAwaitMakesAHandlerThatSuspends() async {
    let handler = Handler { action, state in
      await Task.yield()
      state.log.append(action)
      return .none
    }
    _ = await handler.handle(action: "a", state: state)
    #expect(state.log == ["a"])
  }

  @Test func beforeThenLogicThenAfter() async {
    let handler = logging().use(recorder("1")).use(recorder("2"))
    _ = await handler.handle(action: "a", state: state)
    #expect(log.value == ["1: before a", "2: before a", "logic a", "1: after a", "2: after a"])
  }

  @Test func throwBeforeSkipsTheRest() async {
    let handler = logging().use(recorder("1")).use(recorder("2", failing: [.before]))
      .use(recorder("3")).onError(note)
    _ = await handler.handle(action: "a", state: state)
    #expect(
      log.value == [
        "1: before a", "2: before a", "1: 2 failed in a", "2: 2 failed in a", "3: 2 failed in a",
        "onError: 2 failed",
      ]
    )
  }

  @Test func throwInTheLogicReachesErrorMiddlewareAndThenOnError() async {
    let handler = failing().use(recorder("1")).use(recorder("2")).onError(note)
    _ = await handler.handle(action: "a", state: state)
    #expect(
      log.value == [
        "1: before a", "2: before a", "1: logic in a", "2: logic in a", "onError: logic",
      ]
    )
  }

  @Test func throwAfterSkipsTheOtherAfterMiddleware() async {
    let handler = logging().use(recorder("1", failing: [.after])).use(recorder("2")).onError(note)
    _ = await handler.handle(action: "a", state: state)
    #expect(
      log.value == [
        "1: before a", "2: before a", "logic a", "1: after a", "1: 1 failed in a",
        "2: 1 failed in a", "onError: 1 failed",
      ]
    )
  }

  @Test func throwInTheErrorPhaseGoesToTheNext() async {
    let handler = failing().use(recorder("1", failing: [.error])).use(recorder("2")).onError(note)
    _ = await handler.handle(action: "a", state: state)
    #expect(log.value.suffix(3) == ["1: logic in a", "2: logic in a", "onError: logic"])
  }

  @Test func onErrorHasTheState() async {
    let handler = failing().onError { error, state in state.log.append("\(error)") }
    _ = await handler.handle(action: "a", state: state)
    #expect(state.log == ["logic"])
  }

  @Test func secondOnErrorReplacesTheFirst() async {
    let handler = failing()
      .onError { _, state in state.log.append("first") }
      .onError { _, state in state.log.append("second") }
    _ = await handler.handle(action: "a", state: state)
    #expect(state.log == ["second"])
  }

  @Test func cancelledHandlerHasNotFailed() async {
    let gate = Gate()
    let handler = Handler { _, _ in
      try await gate.pass()
      return .none
    }.onError(note)
    let store = Store(initialState: state, feature: Wrapping(handler: handler))
    let sent = store.send("a")
    await gate.waitUntilStarted()
    sent.cancel()
    await sent.value
    #expect(log.value == [])
  }

  @Test func transformsAreAppliedInOrder() async {
    let handler = logging()
      .transform { task in
        .concatenate(task, .run { $0.log.append("first") })
      }
      .transform { task in
        .concatenate(task, .run { $0.log.append("second") })
      }
    let store = Store(initialState: state, feature: Wrapping(handler: handler))
    await store.send("a").value
    #expect(state.log == ["effect of a", "first", "second"])
  }

  @Test func transformMayDropTheEffect() async {
    let handler = logging().transform { _ in .none }
    let store = Store(initialState: state, feature: Wrapping(handler: handler))
    await store.send("a").value
    #expect(log.value == ["logic a"])
    #expect(state.log == [])
  }

  @Test func chainingLeavesTheReceiverAsItIs() async {
    let plain = logging()
    let changed = plain.use(recorder("1")).transform { _ in .none }.onError(note)
    _ = changed.use(recorder("2")).onError { _, _ in }.transform { $0 }.withDebug()
    let store = Store(initialState: state, feature: Wrapping(handler: plain))
    await store.send("a").value
    #expect(log.value == ["logic a"])
    #expect(state.log == ["effect of a"])
    _ = await changed.handle(action: "b", state: state)
    #expect(log.value == ["logic a", "1: before b", "logic b", "1: after b"])
  }

  @Test func withDebugAddsLogging() async {
    let handler = logging().withDebug().withDebug(category: "category")
    _ = await handler.handle(action: "a", state: state)
    #expect(log.value == ["logic a"])
  }

  private var note: StateErrorHandler<ScriptState> {
    { [log] error, _ in log.withValue { $0.append("onError: \(error)") } }
  }

  private func logging() -> Handler {
    Handler { [log] action, _ in
      log.withValue { $0.append("logic \(action)") }
      return .run { $0.log.append("effect of \(action)") }
    }
  }

  private func failing() -> Handler {
    Handler { _, _ in throw TestError("logic") }
  }

  private func recorder(
    _ name: String,
    failing: [RecordingMiddleware.Phase] = []
  ) -> RecordingMiddleware {
    RecordingMiddleware(name: name, failing: failing, log: log)
  }
}

extension ActionHandlerTests {
  private struct Wrapping: Feature {
    typealias Action = String
    typealias State = ScriptState

    let handler: Handler

    func handle() -> ActionHandler<String, ScriptState> { handler }
  }
}
