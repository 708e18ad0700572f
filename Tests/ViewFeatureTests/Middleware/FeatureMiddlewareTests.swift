import Foundation
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

@MainActor
struct FeatureMiddlewareTests {
  /// Middleware that refuses to count beyond a limit.
  private struct Limit: FeatureMiddleware {
    let limit: Int
    let log: LockIsolated<[String]>

    func beforeAction(_ action: Counter.Action, state: Counter.State) throws {
      log.withValue { $0.append("before \(state.count)") }
      if case .increment = action, state.count >= limit { throw TestError("limit") }
    }

    func afterAction(
      _ action: Counter.Action,
      state: Counter.State,
      result: ActionTask<Counter.Action, Counter.State>,
      duration: TimeInterval
    ) {
      log.withValue { $0.append("after \(state.count)") }
    }

    func onError(_ error: any Error, action: Counter.Action, state: Counter.State) {
      log.withValue { $0.append("\(error) at \(state.count)") }
    }
  }

  private struct Watch: BeforeFeatureMiddleware {
    func beforeAction(_ action: Counter.Action, state: Counter.State) {}
  }

  private let log = LockIsolated<[String]>([])

  private func makeStore(limit: Int) -> Store<Counter> {
    Store(
      initialState: Counter.State(),
      feature: Counter { [log] in $0.use(Limit(limit: limit, log: log)).use(Watch()) }
    )
  }

  @Test func itSeesTheFeaturesOwnTypesInsideSend() {
    let store = makeStore(limit: 5)
    store.send(.increment)
    #expect(store.state.count == 1)
    #expect(log.value == ["before 0", "after 1"])
  }

  @Test func itKeepsTheHandlerFromRunningByThrowing() {
    let store = makeStore(limit: 0)
    store.send(.increment)
    #expect(store.state.count == 0)
    #expect(log.value == ["before 0", "limit at 0"])
  }

  @Test func itTakesItsPlaceAmongOtherMiddleware() {
    let log = log
    let store = Store(
      initialState: Counter.State(),
      feature: Counter {
        $0.use(SynchronousRecordingMiddleware(name: "first", log: log))
          .use(Limit(limit: 5, log: log))
          .use(SynchronousRecordingMiddleware(name: "last", log: log))
      }
    )
    store.send(.increment)
    #expect(
      log.value == [
        "first: before increment", "before 0", "last: before increment",
        "first: after increment", "after 1", "last: after increment",
      ]
    )
  }

  @Test func itSeesTheEffectAndTheDuration() {
    struct Watcher: AfterFeatureMiddleware {
      let log: LockIsolated<[String]>
      let durations: LockIsolated<[TimeInterval]>

      func afterAction(
        _ action: ScriptAction,
        state: ScriptState,
        result: Script.Effect,
        duration: TimeInterval
      ) {
        log.withValue { $0 += result.ids }
        durations.withValue { $0.append(duration) }
      }
    }
    let (log, durations) = (log, LockIsolated<[TimeInterval]>([]))
    let store = Script.store { $0.use(Watcher(log: log, durations: durations)) }
    store.send(.effect("run", .run(id: "id") { _ in }))
    #expect(log.value == ["id"])
    #expect(durations.value.count == 1)
    #expect(durations.value.allSatisfy { $0 > 0 })
  }

  @Test func anErrorIsUnhandledIfNoneOfItHandlesErrors() async {
    struct Watch: BeforeFeatureMiddleware, AfterFeatureMiddleware {
      func beforeAction(_ action: ScriptAction, state: ScriptState) {}

      func afterAction(
        _ action: ScriptAction,
        state: ScriptState,
        result: Script.Effect,
        duration: TimeInterval
      ) {}
    }
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: ScriptState(),
      feature: Script { $0.use(Watch()) },
      assertionProvider: assertions
    )
    await store.send(ScriptAction("a") { _ in throw TestError("x") })
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("nothing handles its error: x") == true)
  }

  @Test func idIsTheNameOfTheType() {
    #expect(Watch().id == "Watch")
  }
}
