import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MiddlewareManagerTests {
  typealias Manager = MiddlewareManager<String, ScriptState>

  private let state = ScriptState()
  private let log = LockIsolated<[String]>([])

  @Test func newManagerDoesNothing() async throws {
    let manager = Manager()
    #expect(manager.allMiddlewares.isEmpty)
    try await run(manager)
    await manager.executeErrorHandling(error: TestError(), action: "a", state: state)
    #expect(log.value == [])
  }

  @Test func allMiddlewareIsListedInOrder() {
    let manager = Manager(middlewares: [recorder("1"), recorder("2")])
    manager.addMiddleware(recorder("3"))
    manager.addMiddlewares([recorder("4"), recorder("5")])
    #expect(manager.allMiddlewares.map(\.id) == ["1", "2", "3", "4", "5"])
  }

  @Test func everyPhaseIsInTheOrderOfRegistration() async throws {
    let manager = Manager(middlewares: [recorder("1")])
    manager.addMiddleware(recorder("2"))
    try await run(manager)
    await manager.executeErrorHandling(error: TestError("e"), action: "a", state: state)
    #expect(
      log.value == [
        "1: before a", "2: before a", "1: after a", "2: after a", "1: e in a", "2: e in a",
      ]
    )
  }

  @Test func onlyTheRightPhaseIsCalled() async throws {
    struct OnlyAfter: AfterActionMiddleware {
      let log: LockIsolated<[String]>

      func afterAction<Action, State>(
        action: Action,
        state: State,
        result: ActionTask<Action, State>,
        duration: TimeInterval
      ) async throws {
        log.withValue { $0.append("after \(action) \(duration)") }
      }
    }
    let manager = Manager(middlewares: [OnlyAfter(log: log)])
    try await run(manager)
    await manager.executeErrorHandling(error: TestError(), action: "a", state: state)
    #expect(log.value == ["after a 0.5"])
  }

  @Test func firstThrowStopsTheBeforePhase() async {
    let manager = Manager(middlewares: [recorder("1", failing: .before), recorder("2")])
    await #expect(throws: TestError("1 failed")) {
      try await manager.executeBeforeAction(action: "a", state: state)
    }
    #expect(log.value == ["1: before a"])
  }

  @Test func firstThrowStopsTheAfterPhase() async {
    let manager = Manager(middlewares: [recorder("1", failing: .after), recorder("2")])
    await #expect(throws: TestError("1 failed")) {
      try await manager.executeAfterAction(action: "a", state: state, result: .none, duration: 0)
    }
    #expect(log.value == ["1: after a"])
  }

  @Test func throwInTheErrorPhaseGoesToTheNext() async {
    let manager = Manager(middlewares: [recorder("1", failing: .error), recorder("2")])
    await manager.executeErrorHandling(error: TestError("e"), action: "a", state: state)
    #expect(log.value == ["1: e in a", "2: e in a"])
  }

  private func run(_ manager: Manager) async throws {
    try await manager.executeBeforeAction(action: "a", state: state)
    try await manager.executeAfterAction(action: "a", state: state, result: .none, duration: 0.5)
  }

  private func recorder(
    _ name: String,
    failing phase: RecordingMiddleware.Phase? = nil
  ) -> RecordingMiddleware {
    RecordingMiddleware(name: name, failing: phase.map { [$0] } ?? [], log: log)
  }
}
