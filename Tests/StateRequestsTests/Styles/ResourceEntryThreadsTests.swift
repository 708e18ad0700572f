import StateTestSupport
import Testing

/// Random programs of shared loads on all threads, for the thread sanitizer.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ResourceEntryThreadsTests {
  @Test(.notRepeated) func screensKeepTheRulesOnAllThreads() async {
    for seed in 0..<(isSanitized ? 20 : 100) {
      let faults = await LoadsRun<ScreenLoads>(seed: seed, mode: .threads).faults(ofSteps: 40)
      #expect(faults.isEmpty, "seed \(seed)")
    }
  }

  @Test(.notRepeated) func featuresKeepTheRulesOnAllThreads() async {
    for seed in 0..<(isSanitized ? 20 : 100) {
      let faults = await LoadsRun<FeatureLoads>(seed: seed, mode: .threads).faults(ofSteps: 40)
      #expect(faults.isEmpty, "seed \(seed)")
    }
  }
}
