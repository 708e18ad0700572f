import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct CatchTests {
  typealias Effect = Script.Effect

  private let store: Store<Script>
  private let errors = LockIsolated<[String]>([])

  init() {
    let errors = errors
    store = Script.store { handler in
      handler
        .use(SynchronousRecordingMiddleware(name: "middleware", log: errors))
        .onError { error, _ in errors.withValue { $0.append("onError: \(error)") } }
    }
  }

  @Test func handlerHasTheErrorAndTheLiveState() async {
    await perform(
      fail("a").catch { error, state in
        MainActor.assertIsolated()
        state.log.append("caught \(error)")
      }
    )
    #expect(store.state.log == ["caught a"])
    #expect(unhandled == [])
  }

  @Test func handlerOfAnEffectAwayFromTheMainActorHasTheState() async {
    await perform(Effect.run { throw TestError("a") }.catch { $1.log.append("\($0)") })
    #expect(store.state.log == ["a"])
  }

  @Test func handlerIsNotCalledWithoutAnError() async {
    await perform(Effect.run { $0.log.append("ran") }.catch { $1.log.append("\($0)") })
    #expect(store.state.log == ["ran"])
  }

  @Test func secondHandlerReplacesTheFirst() async {
    await perform(fail("a").catch { $1.log.append("1 \($0)") }.catch { $1.log.append("2 \($0)") })
    await perform(
      Effect.merge(fail("b"), .none, succeed("c"))
        .catch { $1.log.append("1 \($0)") }
        .catch { $1.log.append("2 \($0)") }
    )
    #expect(store.state.log.sorted() == ["2 a", "2 b", "c"])
  }

  @Test func handlerStaysWithTheOtherOptions() async {
    await perform(
      fail("a").catch { $1.log.append("\($0)") }.cancellable(id: "id").priority(.low)
    )
    #expect(store.state.log == ["a"])
  }

  @Test func valueWaitsForTheHandler() async {
    let sent = store.send(.effect("run", fail("a").catch { $1.count += 1 }))
    await sent.value
    #expect(store.state.count == 1)
  }

  // 6.2.4
  @Test func cancellationErrorAfterACancelIsNotAFailure() async {
    let gate = Gate()
    let effect = Effect.run { _ in try await gate.pass() }
    for effect in [
      effect.catch(note), .merge(effect, succeed("a")).catch(note),
      .concatenate(effect, succeed("b")).catch(note), effect,
    ] {
      let sent = store.send(.effect("run", effect))
      await gate.waitUntilStarted()
      sent.cancel()
      await sent.value
    }
    #expect(store.state.log.filter { $0 != "a" } == [])
    #expect(unhandled == [])
  }

  // 6.2.4
  @Test func cancelledUrlSessionTaskIsNotAFailure() async {
    let gate = Gate()
    let sent = store.send(
      .effect(
        "run",
        .run { _ in
          await gate.passStubbornly()
          throw URLError(.cancelled)
        }.catch(note)
      )
    )
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(store.state.log == [])
  }

  @Test func cancellationErrorWithoutACancelIsAFailure() async {
    await perform(Effect.run { _ in throw CancellationError() }.catch(note))
    #expect(store.state.log == ["CancellationError()"])
  }

  @Test func noErrorOfACancelledEffectIsAFailure() async {
    let gate = Gate()
    let sent = store.send(
      .effect(
        "run",
        .run { _ in
          await gate.passStubbornly()
          throw TestError("real")
        }.catch(note)
      )
    )
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(store.state.log == [])
  }

  // 6.2.1
  @Test func handlerOfAMergeIsCalledOnceWithTheFirstFailure() async {
    let gate = Gate()
    await perform(
      Effect.merge(
        .run { _ in
          await gate.passStubbornly()
          throw TestError("second")
        },
        .run { _ in
          defer { gate.open() }
          throw TestError("first")
        },
        succeed("ok")
      ).catch(note)
    )
    #expect(store.state.log.filter { $0 != "ok" }.count == 1)
    #expect(unhandled == [])
  }

  // 6.2.1
  @Test func handlerOfAConcatenationIsCalledOnce() async {
    await perform(
      Effect.concatenate(succeed("a"), fail("b"), fail("c"), succeed("d")).catch(note)
    )
    #expect(store.state.log == ["a", "b"])
    #expect(unhandled == [])
  }

  @Test func handlerOfAPartWins() async {
    await perform(
      Effect.merge(fail("a").catch { $1.log.append("own \($0)") }, fail("b"))
        .catch { $1.log.append("group \($0)") }
    )
    #expect(Set(store.state.log) == ["own a", "group b"])
  }

  @Test func handlerOfTheInnerCompositionWins() async {
    await perform(
      Effect.merge(
        .merge(fail("a"), fail("b")).catch { $1.log.append("inner \($0)") },
        succeed("c")
      ).catch { $1.log.append("outer \($0)") }
    )
    #expect(Set(store.state.log) == ["inner a", "c"])
  }

  @Test func failureGoesOutToTheNearestHandler() async {
    await perform(
      Effect.merge(.concatenate(succeed("a"), .merge(fail("b"), succeed("c")), succeed("d")))
        .catch { $1.log.append("outer \($0)") }
    )
    #expect(Set(store.state.log) == ["a", "c", "outer b"])
    #expect(unhandled == [])
  }

  // 6.2.8
  @Test func uncaughtErrorReachesErrorMiddlewareAndThenOnError() async {
    await perform(fail("a"), name: "action")
    #expect(unhandled == ["middleware: a in action", "onError: a"])
  }

  // 6.2.8
  @Test func eachUncaughtErrorOfAMergeIsReported() async {
    await perform(.merge(fail("a"), fail("b"), succeed("c")), name: "action")
    #expect(
      unhandled.sorted() == [
        "middleware: a in action", "middleware: b in action", "onError: a", "onError: b",
      ]
    )
    #expect(store.state.log == ["c"])
  }

  @Test func uncaughtErrorOfAConcatenationIsReportedOnce() async {
    await perform(.concatenate(succeed("a"), fail("b"), succeed("c")), name: "action")
    #expect(unhandled == ["middleware: b in action", "onError: b"])
    #expect(store.state.log == ["a"])
  }

  @Test func uncaughtErrorOfADeepPartIsReportedOnce() async {
    await perform(
      .concatenate(.merge(.concatenate(fail("a"), succeed("b")), succeed("c")), succeed("d")),
      name: "action"
    )
    #expect(unhandled == ["middleware: a in action", "onError: a"])
    #expect(store.state.log == ["c"])
  }

  private var unhandled: [String] {
    errors.value.filter {
      !$0.hasPrefix("middleware: before") && !$0.hasPrefix("middleware: after")
    }
  }

  private var note: StateErrorHandler<ScriptState> {
    { error, state in state.log.append("\(error)") }
  }

  private func perform(_ effect: Effect, name: String = "effect") async {
    await store.send(.effect(name, effect)).value
  }

  private func succeed(_ name: String) -> Effect {
    .run { $0.log.append(name) }
  }

  private func fail(_ name: String) -> Effect {
    .run { _ in throw TestError(name) }
  }
}
