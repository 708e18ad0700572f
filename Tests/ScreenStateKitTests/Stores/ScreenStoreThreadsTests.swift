import StateTestSupport
import Testing

/// The scenarios of `ScreenStoreRandomTests` on all threads.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStoreThreadsTests {
  @Test(.notRepeated, arguments: 0..<200)
  func theStoreDoesWhatTheReferenceDoes(seed: Int) async {
    let run = await StepRun(seed: seed)
    await run.doEverything()
  }
}
