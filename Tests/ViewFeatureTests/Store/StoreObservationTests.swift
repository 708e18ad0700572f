import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// An action sent from an observation of the state doesn't belong to an action that changed the state.
@MainActor
@Suite(.needsRuntimeHooks, .timeLimit(.minutes(20)), .simulated(seeds: 0..<20))
struct StoreObservationTests {
  private let store = Script.store()
  private let gate = Gate()
  private let hasSent = Gate()

  private enum Local {
    @TaskLocal static var value = 0
  }

  /// Sends an action whose effect waits at the gate when the count is set.
  private func sendWhenCounted() -> ObservationToken {
    observe { [store, gate, hasSent] in
      guard store.state.count == 1 else { return }
      store.send(
        .run { state in
          state.log.append("\(Local.value) \(Task.currentPriority)")
          try await gate.pass()
          state.log.append("passed")
        }
      )
      hasSent.open()
    }
  }

  /// Sends an action whose effect sets the count and waits for the observation.
  private func count() -> SentAction {
    store.send(
      .effect(
        "count",
        .run { [hasSent] state in
          Local.$value.withValue(7) { state.count = 1 }
          await hasSent.wait()
        }
        .priority(.high)
      )
    )
  }

  @Test func valueDoesNotWaitForIt() async {
    let token = sendWhenCounted()
    await count().value
    await settle()
    #expect(store.runningTaskCount == 1)
    #expect(!gate.isOpen)
    gate.open()
    await settle()
    #expect(store.state.log.last == "passed")
    token.cancel()
  }

  @Test func cancelDoesNotReachIt() async {
    let token = sendWhenCounted()
    let sent = count()
    await gate.waitUntilStarted()
    sent.cancel()
    await settle()
    #expect(!gate.wasCancelled)
    gate.open()
    await settle()
    #expect(store.state.log.last == "passed")
    token.cancel()
  }

  @Test func taskLocalValuesAndPriorityAreNotInherited() async {
    let token = sendWhenCounted()
    await count().value
    await settle()
    #expect(store.state.log == ["0 \(TaskPriority.medium)"])
    gate.open()
    token.cancel()
  }
}
