import Foundation
import IssueReporting
import Logging
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The module's log output.
///
/// swift-log can be set up only once per process, so these are exit tests.
@Suite(.timeLimit(.minutes(20))) struct ErrorLogTests {
  private struct Failure: LocalizedError {
    var errorDescription: String? { "It failed" }
  }

  /// The levels and errors of the logged messages.
  private static func lines(_ capture: LogCapture) -> [String] {
    capture.entries.map { "\($0.level) \($0.metadata["error"] ?? "")" }
  }

  // 6.1.9
  @Test(.notRepeated, .onDebugBuilds) func theErrorOfAnUnawaitedActionIsLogged() async {
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
      var ended: StepState? = await StepState()
      if let ended { await store.binding(state: ended) }
      ended = nil
      #expect(ended == nil)
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
      #expect(capture.entries.map { $0.metadata["action"] } == ["step 7", "step 7"])
    }
  }

  @Test(.notRepeated) func aCancelledActionIsNotLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .trace)
      let store = StepStore()
      let state = await StepState()
      await store.binding(state: state)
      let handle = store.receive(action: StepStore.Action(id: 1))
      handle.cancel()
      _ = try? await handle.waitComplete()
      #expect(capture.entries.isEmpty)
      _ = state
    }
  }

  /// Each message with its metadata.
  private static func texts(_ capture: LogCapture) -> [String] {
    capture.entries.map { entry in
      let metadata = entry.metadata.map { "\($0.key): \($0.value)" }.sorted()
      return "\(entry.level) \(entry.message) [\(metadata.joined(separator: ", "))]"
    }
  }

  @Test(.notRepeated) func aStoreThatWasNeverBoundIsLoggedOnce() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      await withIssueReporters([]) {
        for id in 1...2 {
          let store = StepStore()
          store.end(id)
          store.end(id + 10)
          await store.run(StepStore.Action(id: id))
          await store.run(StepStore.Action(id: id + 10))
          try? await store.updateState { $0.shown = [] }
        }
        let other = StepStore()
        try? await other.updateState { $0.shown = [] }
      }
      let action = "A store received an action before bind(to:), so it has no state to change"
      let change = "A store changed its state before bind(to:), so the change was lost"
      #expect(
        ErrorLogTests.texts(capture) == [
          "error \(action) [action: step 1, store: StepStore]",
          "error \(action) [action: step 2, store: StepStore]",
          "error \(change) [state: StepState, store: StepStore]",
        ]
      )
    }
  }

  @Test(.onDebugBuilds) func aStoreThatWasNeverBoundReportsAnIssueOnce() async {
    let store = StepStore()
    let messages = LockIsolated<[String]>([])
    await withKnownIssue {
      for id in 1...2 {
        store.end(id)
        await store.run(StepStore.Action(id: id))
      }
    } matching: {
      messages.withValue { [texts = $0.comments.map(\.rawValue)] in $0 += texts }
      return true
    }
    #expect(
      messages.value == [
        "A store received an action before bind(to:), so it has no state to change: "
          + "action step 1, store StepStore"
      ]
    )
  }

  @Test(.notRepeated) func aStoreWithADeallocatedStateIsNotLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      let store = StepStore()
      var state: StepState? = await StepState()
      if let state { await store.binding(state: state) }
      state = nil
      store.end(1)
      await store.isolatedReceive(action: StepStore.Action(id: 1))
      try? await store.updateState { $0.shown = [] }
      #expect(capture.entries.isEmpty && state == nil)
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func anEndlessWaitIsLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      let state = await WaitingState()
      let store = WaitingStore()
      await store.binding(state: state)
      await store.isolatedReceive(action: .wait(.work))
      #expect(
        ErrorLogTests.texts(capture) == [
          "error An action waits for an action that may in turn wait for it. "
            + "The wait was cancelled: call send without waiting, or wait in a detached task "
            + "[action: wait(ScreenStateKitTests.WaitingStore.Action.work), awaited action: work, awaited store: WaitingStore, "
            + "store: WaitingStore]"
        ]
      )
    }
  }
}
