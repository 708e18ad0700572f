import StateTestSupport
import StateTesting
import Testing

/// Random programs of whole stores, half of them under time travel, compared with the rules.
@MainActor
@Suite(.simulated(seeds: 0..<1, stepLimit: 100_000_000), .timeLimit(.minutes(20)))
struct HistoryProgramsTests {
  /// `TEST_SEEDS_FACTOR=20` runs 2,000 programs of each style.
  private static let count = 100

  @Test func aFeatureFollowsTheRules() async {
    for seed in seedsOnOneThread(0..<Self.count) {
      let clock = TestClock()
      let run = HistoryRun(seed: seed, FeatureSubject(clock), clock: clock)
      await run.run(30)
      guard run.problems.isEmpty else {
        Issue.record("\(seed): \(run.problems)\n\(run.lines.suffix(14).joined(separator: "\n"))")
        return
      }
    }
  }

  @Test func aScreenFollowsTheRules() async {
    for seed in seedsOnOneThread(0..<Self.count) {
      let clock = TestClock()
      let run = HistoryRun(seed: seed, await ScreenSubject(clock), clock: clock)
      await run.run(30)
      guard run.problems.isEmpty else {
        Issue.record("\(seed): \(run.problems)\n\(run.lines.suffix(14).joined(separator: "\n"))")
        return
      }
    }
  }
}
