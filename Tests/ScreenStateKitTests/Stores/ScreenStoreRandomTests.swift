import StateTestSupport
import StateTesting
import Testing

/// Random actions, ends, failures, cancels, and times, compared with the simplest model of the policies.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStoreRandomTests {
  @Test(.notRepeated, arguments: 0..<20)
  func theStoreDoesWhatTheReferenceDoes(block: Int) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      try await simulate(seed: seed) {
        let run = await StepRun(seed: seed)
        await run.doEverything()
      }
    }
  }
}
