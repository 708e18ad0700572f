import StateTestSupport
import StateTesting
import Testing

/// The events of random actions, ends, failures, cancels, and times.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenRecordingRandomTests {
  @Test(.notRepeated, arguments: 0..<10)
  func eachActionHasOneEndAndEachChangeItsAction(block: Int) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      let log = EventLog()
      let history = try await simulate(seed: seed) {
        let run = await StepRun(seed: seed, isRecorded: true)
        await run.doEverything()
        return run.history
      }
      if let store = history.store { StepEvents(log.events(of: store)).expect(history, seed) }
      log.stop()
    }
  }
}
