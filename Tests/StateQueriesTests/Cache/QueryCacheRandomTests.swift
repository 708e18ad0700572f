import StateTestSupport
import StateTesting
import Testing

/// Random programs of a cache with callers in both styles, compared with the reference or checked against the rules.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct QueryCacheRandomTests {
  @Test(.notRepeated, arguments: 0..<10)
  func aCacheBehavesLikeTheReference(block: Int) async throws {
    try await run(.calm, block)
  }

  @Test(.notRepeated, arguments: 0..<10)
  func aCacheKeepsTheRulesIfStepsMeet(block: Int) async throws {
    try await run(.racy, block)
  }

  private func run(_ mode: CacheRun.Mode, _ block: Int) async throws {
    for seed in seedsOnOneThread((block * 200)..<(block * 200 + 200)) {
      let faults = try await simulate(seed: seed) {
        let run = await CacheRun(seed: seed, mode: mode)
        return await run.faults(ofSteps: 40)
      }
      #expect(faults.isEmpty, "seed \(seed)")
      if !faults.isEmpty { return }
    }
  }
}
