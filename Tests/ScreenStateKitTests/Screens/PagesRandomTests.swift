import StateTestSupport
import StateTesting
import Testing

/// Random loads of pages, in random orders.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct PagesRandomTests {
  @Test(.notRepeated) func everyRunKeepsTheRules() async throws {
    var wrong: [(seed: Int, broken: [String])] = []
    for seed in seedsOnOneThread(0..<(areAllProgramsTested ? 5_000 : 1_000)) {
      let broken = try await simulate(seed: seed) {
        let run = await PagesRun(seed: seed)
        return await run.breaks(steps: 30)
      }
      if !broken.isEmpty { wrong.append((seed, broken)) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) seeds, such as \(wrong.prefix(3))")
  }
}
