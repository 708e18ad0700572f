import StateTestSupport
import StateTesting
import Testing

/// Random programs of shared loads in both styles, compared with the reference or checked against the rules.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct ResourceEntryRandomTests {
  @Test(.notRepeated, arguments: 0..<10)
  func screensLoadLikeTheReference(block: Int) async throws {
    try await run(ScreenLoads.self, .calm, block)
  }

  @Test(.notRepeated, arguments: 0..<10)
  func featuresLoadLikeTheReference(block: Int) async throws {
    try await run(FeatureLoads.self, .calm, block)
  }

  @Test(.notRepeated, arguments: 0..<10)
  func screensKeepTheRulesIfStepsMeet(block: Int) async throws {
    try await run(ScreenLoads.self, .racy, block)
  }

  @Test(.notRepeated, arguments: 0..<10)
  func featuresKeepTheRulesIfStepsMeet(block: Int) async throws {
    try await run(FeatureLoads.self, .racy, block)
  }

  private func run<Style: LoadsStyle>(
    _ style: Style.Type,
    _ mode: LoadsRun<Style>.Mode,
    _ block: Int
  ) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      let faults = try await simulate(seed: seed) {
        let run = await LoadsRun<Style>(seed: seed, mode: mode)
        return await run.faults(ofSteps: 40)
      }
      #expect(faults.isEmpty, "seed \(seed)")
      if !faults.isEmpty { return }
    }
  }
}
