import StateTesting
import Testing
import ViewFeature

/// The influence of middleware on the life cycle of an action in a store.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionPipelineTests {
  private let log = LockIsolated<[String]>([])

  @Test func synchronousMiddlewareKeepsTheHandlerInsideSend() {
    let store = Script.store { [log] in
      $0.use(SynchronousRecordingMiddleware(name: "1", log: log))
        .use(SynchronousRecordingMiddleware(name: "2", log: log))
    }
    store.send(noting("a"))
    #expect(
      log.value == ["1: before a", "2: before a", "logic a", "1: after a", "2: after a"]
    )
  }

  @Test func suspendingBeforeMiddlewareDefersTheHandler() async {
    let store = Script.store { [log] in
      $0.use(RecordingMiddleware(name: "1", suspends: true, log: log))
    }
    let sent = store.send(noting("a"))
    #expect(log.value == [])
    let next = store.send(noting("b"))
    await sent.value
    await next.value
    #expect(
      log.value == [
        "1: before a", "logic a", "1: after a", "1: before b", "logic b", "1: after b",
      ]
    )
  }

  @Test func suspendingAfterMiddlewareKeepsTheLogicInsideSend() async {
    let store = Script.store { [log] in $0.use(SuspendingAfter(log: log)) }
    let sent = store.send(noting("a"))
    #expect(log.value == ["logic a"])
    let next = store.send(noting("b"))
    #expect(log.value == ["logic a"])
    await sent.value
    await next.value
    #expect(log.value == ["logic a", "after a", "logic b", "after b"])
  }

  @Test func suspendingErrorMiddlewareKeepsTheLogicInsideSend() async {
    let store = Script.store { [log] in
      $0.use(SuspendingError(log: log)).onError { error, state in
        state.log.append("onError: \(error)")
      }
    }
    let sent = store.send(
      ScriptAction("a") { state in
        state.log.append("logic")
        throw TestError("failed")
      }
    )
    #expect(store.state.log == ["logic"])
    await sent.value
    #expect(log.value == ["failed in a"])
    #expect(store.state.log == ["logic", "onError: failed"])
  }

  @Test(arguments: [true, false])
  func throwBeforeVetoesTheLogic(isSynchronous: Bool) async {
    let store = Script.store { [log] in
      configure($0, isSynchronous: isSynchronous, failing: [.before], log: log)
    }
    await store.send(noting("a")).value
    #expect(log.value == ["1: before a", "1: 1 failed in a"])
    #expect(store.state.log == ["onError: 1 failed"])
  }

  // 6.2.9
  @Test(arguments: [true, false])
  func throwAfterKeepsTheEffect(isSynchronous: Bool) async {
    let store = Script.store { [log] in
      configure($0, isSynchronous: isSynchronous, failing: [.after], log: log)
    }
    await store.send(.run("a") { $0.log.append("effect") }).value
    #expect(log.value == ["1: before a", "1: after a", "1: 1 failed in a"])
    #expect(store.state.log == ["onError: 1 failed", "effect"])
  }

  // 6.2.9
  @Test func throwInSuspendingAfterMiddlewareKeepsTheEffect() async {
    let store = Script.store { [log] in $0.use(SuspendingAfter(fails: true, log: log)) }
    await store.send(.run("a") { $0.log.append("effect") }).value
    #expect(log.value == ["after a"])
    #expect(store.state.log == ["effect"])
  }

  @Test(arguments: [true, false])
  func throwInTheErrorPhaseGoesToTheNext(isSynchronous: Bool) async {
    let store = Script.store { [log] in
      let first = configure($0, isSynchronous: isSynchronous, failing: [.error], log: log)
      return configure(first, name: "2", isSynchronous: isSynchronous, log: log)
    }
    await store.send(ScriptAction("a") { _ in throw TestError("failed") }).value
    #expect(log.value.suffix(2) == ["1: failed in a", "2: failed in a"])
    #expect(store.state.log == ["onError: failed"])
  }

  @Test func mixedMiddlewareKeepsItsOrder() async {
    let store = Script.store { [log] in
      $0.use(SynchronousRecordingMiddleware(name: "1", log: log))
        .use(RecordingMiddleware(name: "2", suspends: true, log: log))
        .use(SynchronousRecordingMiddleware(name: "3", log: log))
    }
    await store.send(noting("a")).value
    #expect(
      log.value == [
        "1: before a", "2: before a", "3: before a", "logic a",
        "1: after a", "2: after a", "3: after a",
      ]
    )
  }

  @Test func effectStartsAfterTheAfterPhase() async {
    let store = Script.store { [log] in $0.use(SuspendingAfter(log: log)) }
    await store.send(
      .run("a") { [log] _ in log.withValue { $0.append("effect") } }
    ).value
    #expect(log.value == ["after a", "effect"])
  }

  @Test func durationIsThatOfTheHandlerInSeconds() async {
    let durations = LockIsolated<[TimeInterval]>([])
    let clock = ContinuousClock()
    let store = Script.store { $0.use(Stopwatch(durations: durations)) }
    let outer = clock.measure {
      store.send(
        ScriptAction { _ in
          let start = clock.now
          while clock.now - start < .milliseconds(2) {}
          return .none
        }
      )
    }
    #expect(durations.value.count == 1)
    for duration in durations.value {
      #expect(duration >= 0.002)
      #expect(duration <= outer / .seconds(1))
    }
  }

  private func noting(_ name: String) -> ScriptAction {
    ScriptAction(name) { [log] _ in
      log.withValue { $0.append("logic \(name)") }
      return .none
    }
  }
}

@MainActor
private func configure(
  _ handler: ActionHandler<ScriptAction, ScriptState>,
  name: String = "1",
  isSynchronous: Bool,
  failing: [RecordingMiddleware.Phase] = [],
  log: LockIsolated<[String]>
) -> ActionHandler<ScriptAction, ScriptState> {
  let handler = handler.onError { $1.log.append("onError: \($0)") }
  return isSynchronous
    ? handler.use(SynchronousRecordingMiddleware(name: name, failing: failing, log: log))
    : handler.use(RecordingMiddleware(name: name, suspends: true, failing: failing, log: log))
}

private struct SuspendingAfter: AfterActionMiddleware {
  var fails = false
  let log: LockIsolated<[String]>

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    await Task.yield()
    log.withValue { $0.append("after \(action)") }
    if fails { throw TestError() }
  }
}

private struct SuspendingError: ErrorHandlingMiddleware {
  let log: LockIsolated<[String]>

  func onError<Action, State>(_ error: any Error, action: Action, state: State) async throws {
    await Task.yield()
    log.withValue { $0.append("\(error) in \(action)") }
  }
}

private struct Stopwatch: SynchronousAfterActionMiddleware {
  let durations: LockIsolated<[TimeInterval]>

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) {
    durations.withValue { $0.append(duration) }
  }
}
