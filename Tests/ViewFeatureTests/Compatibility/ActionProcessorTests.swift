import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionProcessorTests {
  typealias Processor = ActionProcessor<String, ScriptState>

  private let state = ScriptState()
  private let log = LockIsolated<[String]>([])

  @Test func processRunsMiddlewareAndLogic() async {
    let processor = logging().use(RecordingMiddleware(name: "1", suspends: true, log: log))
    _ = await processor.process(action: "a", state: state)
    #expect(log.value == ["1: before a", "logic a", "1: after a"])
    #expect(state.log == [])
  }

  // 6.2.12
  @Test func onErrorIsCalledAndTheLastOneWins() async {
    let processor = Processor { _, _ in throw TestError("a") }
      .use(RecordingMiddleware(name: "1", log: log))
      .onError { _, state in state.log.append("first") }
      .onError { error, state in state.log.append("second \(error)") }
    _ = await processor.process(action: "x", state: state)
    #expect(log.value == ["1: before x", "1: a in x"])
    #expect(state.log == ["second a"])
  }

  @Test func transformsAreAppliedInOrder() async {
    let processor = logging()
      .transform { [log] task in
        log.withValue { $0.append("first") }
        return task
      }
      .transform { [log] task in
        log.withValue { $0.append("second") }
        return task
      }
    _ = await processor.process(action: "a", state: state)
    #expect(log.value == ["logic a", "first", "second"])
  }

  @Test func chainingLeavesTheReceiverAsItIs() async {
    let plain = logging()
    _ = plain.use(RecordingMiddleware(log: log)).onError { _, _ in }.transform { _ in .none }
    _ = await plain.process(action: "a", state: state)
    #expect(log.value == ["logic a"])
  }

  @Test func effectIsThatOfTheLogicEvenIfAfterMiddlewareThrows() async {
    let processor = logging().use(RecordingMiddleware(failing: [.after], log: log))
    let task = await processor.process(action: "a", state: state)
    let store = Store(initialState: state, feature: Returning(task: task))
    await store.send("x").value
    #expect(state.log == ["effect of a"])
  }

  private func logging() -> Processor {
    Processor { [log] action, _ in
      log.withValue { $0.append("logic \(action)") }
      return .run { $0.log.append("effect of \(action)") }
    }
  }
}

extension ActionProcessorTests {
  private struct Returning: Feature {
    typealias Action = String
    typealias State = ScriptState

    let task: ActionTask<String, ScriptState>

    func handle() -> ActionHandler<String, ScriptState> {
      ActionHandler { _, _ in task }
    }
  }
}
