import Foundation
import Logging
import ScreenStateKit
import StateTestSupport
import Testing

/// What the module writes to the log.
///
/// swift-log can be set up once in a process, hence exit tests.
@Suite(.timeLimit(.minutes(20))) struct ErrorLogTests {
  private struct Failure: LocalizedError {
    var errorDescription: String? { "It failed" }
  }

  /// The levels and errors of what was logged.
  private static func lines(_ capture: LogCapture) -> [String] {
    capture.entries.map { "\($0.level) \($0.metadata["error"] ?? "")" }
  }

  // 6.1.9
  @Test(.notRepeated, .onDebugBuilds) func theErrorOfAnActionThatNobodyWaitsForIsLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .trace)
      AsyncActionVoid { throw Failure() }.execute()
      await capture.hasLogged.wait()
      #expect(ErrorLogTests.lines(capture) == ["debug Failure()"])
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func everyErrorOfAStoreIsLogged() async {
    await #expect(processExitsWith: .success) {
      struct Silent: NonPresentableError {}
      let capture = LogCapture(level: .trace)
      let store = StepStore()
      store.end(1, throwing: Failure())
      _ = try? await store.receive(action: StepStore.Action(id: 1)).waitComplete()
      let state = await StepState()
      await store.binding(state: state)
      store.end(2, throwing: Failure())
      _ = try? await store.receive(action: StepStore.Action(id: 2)).waitComplete()
      store.end(3, throwing: Silent())
      _ = try? await store.receive(action: StepStore.Action(id: 3)).waitComplete()
      #expect(
        ErrorLogTests.lines(capture) == ["error Failure()", "debug Failure()", "debug Silent()"]
      )
    }
  }

  @Test(.notRepeated) func anActionIsLoggedAsItSays() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .trace)
      let store = StepStore()
      store.end(7, throwing: Failure())
      _ = try? await store.receive(action: StepStore.Action(id: 7)).waitComplete()
      #expect(capture.entries.map { $0.metadata["action"] } == ["step 7"])
    }
  }

  @Test(.notRepeated) func aCancelledActionIsNotLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .trace)
      let store = StepStore()
      let handle = store.receive(action: StepStore.Action(id: 1))
      handle.cancel()
      _ = try? await handle.waitComplete()
      #expect(capture.entries.isEmpty)
    }
  }
}
