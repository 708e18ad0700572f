import StateTestSupport
import Testing

/// Random programs of a cache on all threads, for the thread sanitizer.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct QueryCacheThreadsTests {
  @Test(.notRepeated) func aCacheKeepsTheRulesOnAllThreads() async {
    for seed in 0..<200 {
      let run = await CacheRun(seed: seed, mode: .threads)
      let faults = await run.faults(ofSteps: 40)
      #expect(faults.isEmpty, "seed \(seed)")
      if !faults.isEmpty { return }
    }
  }
}
