import StateTestSupport
import StateTesting
import Testing

/// Tests with a Swift runtime that can't be simulated.
@Suite(.timeLimit(.minutes(20)), .withoutRuntimeHooks)
struct SimulationFallbackTests {
  @Test func aTestRunsOnceInsteadOfOncePerSeedAndTheFirstSaysSo() async throws {
    let runs = LockIsolated(0)
    var issues: [Issue] = []
    for _ in 0..<2 {
      issues += try await takingIssues(under: [SimulatedTrait.simulated(seeds: 0..<20)]) {
        runs.withValue { $0 += 1 }
      }
    }
    #expect(runs.value == 2)
    // Another test may have been the first.
    #expect(issues.count <= 1)
    for issue in issues { #expect("\(issue)".contains("can't explore orders")) }
  }

  @Test func aSimulationRunsItsBodyAndThrowsItsError() async throws {
    struct Failure: Error {}
    #expect(try await simulate(seed: 1) { 7 } == 7)
    await #expect(throws: Failure.self) { try await simulate { throw Failure() } }
    await #expect(throws: Failure.self) {
      try await withPatience(.zero) { try await simulate { throw Failure() } }
    }
  }

  @Test func theMainSerialExecutorIsAWarning() async throws {
    let issues = try await takingIssues(under: []) {
      await withMainSerialExecutor { await Task.yield() }
    }
    #expect(issues.count == 1)
    #expect("\(issues)".contains("has no effect here"))
  }
}
