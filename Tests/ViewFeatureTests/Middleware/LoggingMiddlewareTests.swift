import Logging
import StateCore
import StateFields
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

@MainActor
@Suite(.timeLimit(.minutes(20))) struct LoggingMiddlewareTests {
  @Test func idIsThatOfTheModule() {
    #expect(LoggingMiddleware().id == "ViewFeature.Logging")
    #expect(LoggingMiddleware(category: "other", logLevel: .error).id == "ViewFeature.Logging")
  }

  @Test func itNeverThrowsAndNeverSuspends() {
    let middleware = LoggingMiddleware(category: "silent", logLevel: .critical)
    let state = ScriptState()
    middleware.beforeAction("a", state: state)
    middleware.afterAction("a", state: state, result: .none, duration: 1)
    let store = Script.store { $0.use(middleware) }
    store.send(.log("a"))
    #expect(store.state.log == ["a"])
  }

  // 6.2.11
  @Test(.notRepeated, .onDebugBuilds) func startIsLoggedAtDebugAndTheEndAtInfo() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run {
        let middleware = LoggingMiddleware(category: "Counter")
        let state = ScriptState()
        middleware.beforeAction("a", state: state)
        middleware.afterAction("a", state: state, result: .none, duration: 0.0125)
      }
      let expected = [
        LogCapture.Entry(
          label: "Counter",
          level: .debug,
          message: "Action started: a",
          metadata: ["action": "a", "store": "ViewFeatureTests.ScriptState"]
        ),
        LogCapture.Entry(
          label: "Counter",
          level: .info,
          message: "Action completed: a (12.500 ms)",
          metadata: [
            "action": "a", "store": "ViewFeatureTests.ScriptState", "duration": "12.500",
            "effects": "[]",
          ]
        ),
      ]
      #expect(capture.entries == expected)
    }
  }

  @Test(.notRepeated) func labelIsTheModulesByDefault() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run { LoggingMiddleware().beforeAction("a", state: ScriptState()) }
      #expect(capture.entries.map(\.label) == ["ViewFeature"])
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func errorIsLoggedAtError() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run {
        let store = Script.store { $0.use(LoggingMiddleware(category: "Counter")) }
        store.send(ScriptAction("a") { _ in throw TestError("failed") })
      }
      let errors = capture.entries.filter { $0.level == .error }
      #expect(
        errors == [
          LogCapture.Entry(
            label: "Counter",
            level: .error,
            message: "Action failed: a: failed",
            metadata: ["action": "a", "store": "ViewFeatureTests.ScriptState"]
          )
        ]
      )
    }
  }

  @Test(.notRepeated) func levelDecidesWhatIsLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run {
        for level in [Logger.Level.debug, .info, .notice] {
          let store = Script.store {
            $0.use(LoggingMiddleware(category: "\(level)", logLevel: level))
          }
          store.send(ScriptAction("a"))
        }
      }
      #expect(
        capture.entries.map { "\($0.label): \($0.level)" } == [
          "debug: debug", "debug: info", "info: info",
        ]
      )
    }
  }

  @Test(.notRepeated) func errorsAreLoggedAtEveryLevel() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run {
        for level in Logger.Level.allCases {
          let store = Script.store {
            $0.use(LoggingMiddleware(category: "\(level)", logLevel: level))
          }
          store.send(ScriptAction("a") { _ in throw TestError("failed") })
        }
      }
      let errors = capture.entries.filter { $0.level == .error }
      #expect(errors.map(\.label) == Logger.Level.allCases.map { "\($0)" })
    }
  }

  @Test(.notRepeated) func withDebugLogsUnderItsOwnCategory() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run {
        let store = Script.store { $0.withDebug().withDebug(category: "mine") }
        store.send(ScriptAction("a"))
      }
      #expect(
        capture.entries.filter { $0.level == .debug }.map(\.label) == [
          "ViewFeature.ActionHandler", "mine",
        ]
      )
    }
  }

  // 6.2.12
  @Test(.notRepeated, .onDebugBuilds) func actionsOfOneNameAtTheSameTimeAreLoggedApart() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      let gate = Gate()
      let stores = await [Self.loggingStore(), Self.loggingStore()]
      let sent = [
        await stores[0].send(.wait("same", at: gate)), await stores[1].send(.log("same")),
      ]
      gate.open()
      for sent in sent { await sent.value }
      #expect(capture.messages.count { $0 == "Action started: same" } == 2)
      #expect(capture.messages.count { $0.hasPrefix("Action completed: same (") } == 2)
      #expect(stores.count == 2)
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func idsOfTheEffectAreLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run {
        let effect = Script.Effect.merge(
          .run(id: "first") { _ in },
          .concatenate(.run { _ in }, .run(id: 2) { _ in }.retry(.immediate(maxAttempts: 2))),
          .run { _ in }.debounce(id: "later", for: .seconds(1))
        )
        LoggingMiddleware().afterAction(
          ScriptAction("a"),
          state: ScriptState(),
          result: effect.cancellable(id: "group"),
          duration: 0
        )
      }
      #expect(
        capture.entries.map { $0.metadata["effects"] } == [#"["group", "first", "2", "later"]"#]
      )
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func changesOfTheStateAreLoggedAtTrace() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run {
        for level in [Logger.Level.trace, .debug] {
          let store = Store(
            initialState: Counter.State(),
            feature: Counter { $0.use(LoggingMiddleware(category: "Counter", logLevel: level)) }
          )
          store.send(.rename("new"))
        }
      }
      let traces = capture.entries.filter { $0.level == .trace }
      #expect(traces.map { $0.metadata["changes"] } == [#"["title": "\"\" → \"new\""]"#])
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func changesAreThoseOfTheActionsOwnState() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run {
        let middleware = LoggingMiddleware(category: "Counter", logLevel: .trace)
        // Two objects of the same class, the second inside the first, and a second end of one action.
        let states = [Counter.State(), Counter.State()]
        for state in states { middleware.beforeAction("action", state: state) }
        states[0].count = 1
        states[1].count = 2
        for state in states { middleware.end(state) }
        middleware.end(states[0])
        // A value has no identity, so its type is used.
        middleware.beforeAction("action", state: Values())
        let boxes = (0..<100).map { Values(count: $0) as AnyObject }
        middleware.end(Values(count: 3))
        withExtendedLifetime(boxes) {}
      }
      let traces = capture.entries.filter { $0.level == .trace }
      #expect(
        traces.map { $0.metadata["changes"] } == [
          #"["count": "0 → 1"]"#, #"["count": "0 → 2"]"#, "[:]", #"["count": "0 → 3"]"#,
        ]
      )
    }
  }

  @Test(.notRepeated) func statesAreReadAtTraceOnly() async {
    await #expect(processExitsWith: .success) {
      let isRead = LockIsolated(false)
      _ = LogCapture()
      await MainActor.run {
        for (level, expected) in [(Logger.Level.debug, false), (.trace, true)] {
          let middleware = LoggingMiddleware(category: "Counter", logLevel: level)
          middleware.beforeAction("action", state: Readable(isRead: isRead))
          #expect(isRead.value == expected)
        }
      }
    }
  }

  @Test(.notRepeated) func releaseBuildsLogNoValues() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await MainActor.run {
        let middleware = LoggingMiddleware(
          category: "Counter",
          logLevel: .trace,
          redaction: LogRedaction(isOn: true)
        )
        let store = Store(initialState: Counter.State(), feature: Counter { $0.use(middleware) })
        store.send(.rename("secret"))
        middleware.afterAction(
          Counter.Action.load,
          state: store.state,
          result: .run(id: "secret") { _ in },
          duration: 0
        )
        middleware.onError(
          TestError("secret"),
          action: Counter.Action.rename("secret"),
          state: store.state
        )
      }
      #expect(capture.messages.first == "Action started: rename")
      #expect(capture.messages.last == "Action failed: rename: TestError")
      #expect(
        capture.entries.compactMap { $0.metadata["changes"] } == [#"["title": "changed"]"#, "[:]"]
      )
      #expect(capture.entries.compactMap { $0.metadata["effects"] } == ["0", "1"])
      #expect(!capture.entries.contains { "\($0)".contains("secret") })
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func middlewareAroundItReachesIt() async {
    struct Wrapper: ActionMiddleware {
      let wrapped = LoggingMiddleware(category: "Counter")

      func beforeAction<Action, State>(_ action: Action, state: State) async throws {
        try await wrapped.beforeAction(action, state: state)
      }

      func onError<Action, State>(_ error: any Error, action: Action, state: State) async {
        await wrapped.onError(error, action: action, state: state)
      }
    }
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .debug)
      let store = await Script.store { $0.use(Wrapper()) }
      await store.send(ScriptAction("a") { _ in throw TestError("failed") }).value
      #expect(capture.messages == ["Action started: a", "Action failed: a: failed"])
    }
  }

  private static func loggingStore() -> Store<AsyncScript> {
    AsyncScript.store { $0.use(LoggingMiddleware(category: "Counter")) }
  }
}

private struct Values {
  var count = 0
}

/// A value that notes that it was read.
private struct Readable: CustomReflectable {
  let isRead: LockIsolated<Bool>

  var customMirror: Mirror {
    isRead.setValue(true)
    return Mirror(self, children: ["number": 1])
  }
}

extension LoggingMiddleware {
  fileprivate func end<State>(_ state: State) {
    afterAction("action", state: state, result: ActionTask<String, State>.none, duration: 0)
  }
}
