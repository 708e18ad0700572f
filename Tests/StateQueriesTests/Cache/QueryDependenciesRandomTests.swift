import StateTestSupport
import StateTesting
import Testing

/// Random programs of queries that depend on each other.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct QueryDependenciesRandomTests {
  @Test(.notRepeated, arguments: 0..<4, [false, true])
  func contentIsFromTheContentOfItsDependencies(block: Int, hasCycles: Bool) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      let faults = try await simulate(seed: seed) {
        await DependencyRun(seed: seed, hasCycles: hasCycles).faults(ofSteps: 40)
      }
      #expect(faults.isEmpty, "seed \(seed)")
      if !faults.isEmpty { return }
    }
  }
}
