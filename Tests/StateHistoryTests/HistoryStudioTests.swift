import StateTestSupport
import StateTesting
import Testing

@testable import StateHistory

/// Random programs of stores with each kind of child, with launches and time travel, compared with a model.
@MainActor
@Suite(.simulated(seeds: 0..<1, stepLimit: 100_000_000), .timeLimit(.minutes(20)))
struct HistoryStudioTests {
  /// `TEST_SEEDS_FACTOR=20` runs 2,000 programs of each style.
  private static let count = 100

  @Test(arguments: [true, false])
  func aStoreFollowsTheModel(isFeature: Bool) async {
    for seed in seedsOnOneThread(0..<Self.count) {
      var program = StudioProgram(seed: seed)
      let model = StudioProgram.model(seed: seed, isFeature: isFeature)
      let run = await StudioRun(model, recordsJournal: program.recordsJournal, saves: program.saves)
      for _ in 0..<40 where run.problems.isEmpty {
        if let step = program.step(run.model) { await run.make(step) }
      }
      await run.finish()
      if run.problems.isEmpty { continue }
      let steps = await StudioRun.shortened(run.steps, model, program.recordsJournal, program.saves)
      Issue.record("\(seed): \(run.problems)\n\(steps.lines.joined(separator: "\n"))")
      return
    }
  }
}
