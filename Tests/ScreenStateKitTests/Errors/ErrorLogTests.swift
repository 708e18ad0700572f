import Foundation
import Logging
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// What the module writes to the log.
///
/// swift-log can be set up once in a process, hence exit tests.
@Suite(.timeLimit(.minutes(5))) struct ErrorLogTests {
  private struct Failure: LocalizedError {
    var errorDescription: String? { "It failed" }
  }

  private struct Handler: LogHandler {
    let lines: LockIsolated<[String]>
    let hasLogged: Gate
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.withValue { $0.append("\(event.level) \(event.metadata?["error"] ?? "")") }
      hasLogged.open()
    }
  }

  private static func captureLines(hasLogged: Gate = Gate()) -> LockIsolated<[String]> {
    let lines = LockIsolated<[String]>([])
    LoggingSystem.bootstrap { _ in Handler(lines: lines, hasLogged: hasLogged) }
    return lines
  }

  // 6.1.9
  @Test(.notRepeated) func theErrorOfAnActionThatNobodyWaitsForIsLogged() async {
    await #expect(processExitsWith: .success) {
      let hasLogged = Gate()
      let lines = ErrorLogTests.captureLines(hasLogged: hasLogged)
      AsyncActionVoid { throw Failure() }.execute()
      await hasLogged.wait()
      #expect(lines.value == ["debug Failure()"])
    }
  }

  @Test(.notRepeated) func everyErrorOfAStoreIsLogged() async {
    await #expect(processExitsWith: .success) {
      struct Silent: NonPresentableError {}
      let lines = ErrorLogTests.captureLines()
      let store = StepStore()
      store.end(1, throwing: Failure())
      _ = try? await store.receive(action: StepStore.Action(id: 1)).waitComplete()
      let state = await StepState()
      await store.binding(state: state)
      store.end(2, throwing: Failure())
      _ = try? await store.receive(action: StepStore.Action(id: 2)).waitComplete()
      store.end(3, throwing: Silent())
      _ = try? await store.receive(action: StepStore.Action(id: 3)).waitComplete()
      #expect(lines.value == ["error Failure()", "debug Failure()", "debug Silent()"])
    }
  }

  @Test(.notRepeated) func aCancelledActionIsNotLogged() async {
    await #expect(processExitsWith: .success) {
      let lines = ErrorLogTests.captureLines()
      let store = StepStore()
      let handle = store.receive(action: StepStore.Action(id: 1))
      handle.cancel()
      _ = try? await handle.waitComplete()
      #expect(lines.isEmpty)
    }
  }
}
