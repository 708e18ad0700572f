import StateTestSupport
import Testing

/// Runs effects on all threads in any order, and checks the rules that hold in each order.
///
/// `StoreEffectsRandomTests` compares the same operators with a model of their order.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreEffectsThreadsTests {
  @Test(.notRepeated, arguments: 0..<10)
  func noOrderBreaksTheRules(block: Int) async {
    var attemptCount = 0
    for seed in (block * 20)..<(block * 20 + 20) {
      let run = CrowdRun(seed: seed)
      for _ in 0..<20 { await run.doSomething() }
      if seed.isMultiple(of: 4) { run.releaseStore() }
      await run.finish()
      #expect(run.record.faults.isEmpty, "seed \(seed)")
      attemptCount += run.record.attemptCount
    }
    #expect(attemptCount > 100)
  }
}
