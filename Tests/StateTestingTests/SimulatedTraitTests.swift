import StateTestSupport
import StateTesting
import Testing

@Suite(.needsRuntimeHooks, .timeLimit(.minutes(20)))
struct SimulatedTraitTests {
  private struct Failure: Error {}

  private func issues(
    under trait: SimulatedTrait,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [Issue] {
    try await takingIssues(under: [trait], body)
  }

  @Test func theTestRunsOncePerSeed() async throws {
    let runs = LockIsolated(0)
    let issues = try await issues(under: .simulated(seeds: 0..<20)) {
      await Task.yield()
      runs.withValue { $0 += 1 }
    }
    #expect(runs.value == 20)
    #expect(issues.isEmpty)
  }

  @Test func anEmptyRangeOfSeedsFailsTheTest() async throws {
    let issues = try await issues(under: .simulated(seeds: 0..<0)) {}
    #expect(issues.first?.comments == ["The range of seeds is empty, so the test didn't run"])
    #expect(issues.count == 1)
  }

  @Test func theFirstFailureNamesItsSeedAndIsTheLastRun() async throws {
    let runs = LockIsolated(0)
    let issues = try await issues(under: .simulated(seeds: 10..<20)) {
      let run = runs.withValue { runs in
        runs += 1
        return runs
      }
      #expect(run < 8, "the eighth run")
    }
    #expect(runs.value == 8)
    #expect(issues.count == 1)
    #expect(
      issues.first?.comments == [
        "the eighth run", "Failed with seed 17: run it alone with .simulated(seed: 17)",
      ]
    )
  }

  @Test func aThrownErrorNamesItsSeed() async throws {
    let runs = LockIsolated(0)
    let issues = try await issues(under: .simulated(seeds: 5..<9)) {
      runs.withValue { $0 += 1 }
      throw Failure()
    }
    #expect(runs.value == 1)
    #expect(issues.count == 1)
    #expect(issues.first?.error is Failure)
    #expect(
      issues.first?.comments == ["Failed with seed 5: run it alone with .simulated(seed: 5)"]
    )
  }

  @Test func aRequirementThatIsNotMetIsOneIssue() async throws {
    let issues = LockIsolated<[Issue]>([])
    await #expect(throws: ExpectationFailedError.self) {
      let test = try #require(Test.current)
      let taking = IssueHandlingTrait.compactMapIssues { issue in
        issues.withValue { $0.append(issue) }
        return nil
      }
      try await taking.provideScope(for: test, testCase: .current) {
        let trait = SimulatedTrait.simulated(seed: 4)
        try await trait.provideScope(for: test, testCase: .current) {
          try #require(Bool(false))
        }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.value.first?.comments.last?.rawValue.contains("seed 4") == true)
  }

  @Test(.needsVirtualTime) func aDeadlockNamesItsSeed() async throws {
    let issues = try await issues(under: .simulated(seed: 6)) {
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }
    #expect((issues.first?.error as? SimulationError)?.reason == .deadlock)
    #expect(issues.first?.comments.last?.rawValue.contains("seed 6") == true)
  }

  @Test func withoutASeedThatIsSaid() async throws {
    let issues = try await issues(under: .simulated) { throw Failure() }
    #expect(issues.first?.comments == ["Failed with jobs in the order of arrival"])
  }

  @Test func aKnownIssueIsNotAFailure() async throws {
    let runs = LockIsolated(0)
    _ = try await issues(under: .simulated(seeds: 0..<3)) {
      runs.withValue { $0 += 1 }
      withKnownIssue { Issue.record("known") }
    }
    #expect(runs.value == 3)
  }

  @Test func theStepLimitIsTheTraits() async throws {
    let issues = try await issues(under: .simulated(seed: 1, stepLimit: 50)) {
      while true { await Task.yield() }
    }
    #expect((issues.first?.error as? SimulationError)?.stepCount == 50)
  }

  @Test(.needsVirtualTime, .simulated(seeds: 0..<10))
  func anAttributeSimulatesTheTest() async throws {
    let start = ContinuousClock.now
    try await ContinuousClock().sleep(for: .seconds(3600))
    #expect(ContinuousClock.now - start == .seconds(3600))
  }

  @MainActor
  @Test(.needsVirtualTime, .simulated(seeds: 0..<10), arguments: [1, 2])
  func anAttributeSimulatesATestOfTheMainActor(hours: Int) async throws {
    MainActor.assertIsolated()
    try await ContinuousClock().sleep(for: .seconds(3600 * hours))
    MainActor.assertIsolated()
  }

  @Suite(.needsVirtualTime, .simulated(seed: 2))
  struct OfASuite {
    @Test func aSuitesAttributeSimulatesItsTests() async throws {
      try await ContinuousClock().sleep(for: .seconds(3600))
    }

    @Test(.simulated(seed: 2))
    func theSameAttributeTwiceIsOneSimulation() async throws {
      try await ContinuousClock().sleep(for: .seconds(3600))
    }

    @Test(.simulated(seeds: 3..<6))
    func aTestsOwnAttributeComesFirst() async throws {
      try await ContinuousClock().sleep(for: .seconds(3600))
    }
  }
}
