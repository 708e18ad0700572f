import StateTestSupport
import StateTesting
import Testing

/// Random programs of a cache with a disk, compared with the reference or checked against the rules.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct DiskRandomTests {
  @Test(.notRepeated, arguments: 0..<5)
  func aCacheWithADiskBehavesLikeTheReference(block: Int) async throws {
    try await run(.calm, block)
  }

  @Test(.notRepeated, arguments: 0..<5)
  func aCacheWithADiskKeepsTheRulesIfStepsMeet(block: Int) async throws {
    try await run(.racy, block)
  }

  private func run(_ mode: DiskRun.Mode, _ block: Int) async throws {
    for seed in seedsOnOneThread((block * 200)..<(block * 200 + 200)) {
      let faults = try await simulate(seed: seed) {
        let run = DiskRun(seed: seed, mode: mode)
        return await run.faults(ofSteps: 60)
      }
      #expect(faults.isEmpty, "seed \(seed)")
      if !faults.isEmpty { return }
    }
  }
}
