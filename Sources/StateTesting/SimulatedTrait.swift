import StateCore
public import Testing

/// A trait that runs a test inside a simulation, once for each seed, until a run fails.
///
/// The issues of the failing run, and a thrown error, mention the seed that reproduces them. If several such traits
/// apply, for example a suite's and a test's, the last one is used.
///
/// ```swift
/// @Test(.simulated(seeds: 0..<200)) func noUpdateIsLost() async { … }
/// ```
public struct SimulatedTrait: TestTrait, SuiteTrait {
  // `nil` stands for the order of arrival.
  let seeds: [Int?]
  let stepLimit: Int

  public var isRecursive: Bool { true }
}

extension SimulatedTrait: TestScoping {
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard isInCharge(of: test) else { return try await function() }
    if seeds.isEmpty {
      Issue.record(
        "The range of seeds is empty, so the test didn't run",
        sourceLocation: test.sourceLocation
      )
    }
    for seed in await seedsThatCount(at: test.sourceLocation) {
      let hasPassed = try await run(function, seed: seed, of: test, testCase)
      if !hasPassed { break }
    }
  }

  /// Returns no seeds if they wouldn't change the order.
  ///
  /// The first test that requests seeds reports this.
  @MainActor
  private func seedsThatCount(at location: SourceLocation) -> [Int?] {
    guard !SimulationRuntime.isUsable, seeds != [nil] else { return seeds }
    let isFirst = Self.hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    if isFirst {
      Issue.recordWarning(
        "Simulations can't explore orders on this system: each test runs once, without a seed",
        sourceLocation: location
      )
    }
    return [nil]
  }

  private static let hasWarned = Locked(false)

  private func isInCharge(of test: Test) -> Bool {
    guard !Simulation.isCurrent else { return false }
    guard let last = test.traits.lazy.compactMap({ $0 as? Self }).last else { return true }
    return last.seeds == seeds && last.stepLimit == stepLimit
  }

  private func run(
    _ function: @concurrent @Sendable () async throws -> Void,
    seed: Int?,
    of test: Test,
    _ testCase: Test.Case?
  ) async throws -> Bool {
    let hasPassed = LockIsolated(true)
    let explanation = Comment(rawValue: "Failed with \(Self.describe(seed))")
    let explained = IssueHandlingTrait.compactMapIssues { issue in
      guard issue.failsTest else { return issue }
      hasPassed.setValue(false)
      var issue = issue
      issue.comments.append(explanation)
      return issue
    }
    try await explained.provideScope(for: test, testCase: testCase) {
      do {
        try await AbandonableTest.run(function) { test in
          try await simulate(seed: seed, stepLimit: stepLimit) { try await test.body() }
        }
      } catch {
        // A failed requirement has already recorded an issue, and a cancelled test needs none.
        guard hasPassed.value, !Task.isCancelled else { throw error }
        Issue.record(error, sourceLocation: test.sourceLocation)
      }
    }
    return hasPassed.value
  }

  private static func describe(_ seed: Int?) -> String {
    guard let seed else { return "jobs in the order of arrival" }
    return "seed \(seed): run it alone with .simulated(seed: \(seed))"
  }
}

extension SimulatedTrait {
  /// Whether sleeping takes no real time inside a simulation, and a seed determines the complete order.
  ///
  /// `false` on Apple platforms and with toolchains other than 6.3; see the article on simulations. To skip a test
  /// there, use `.enabled(if: SimulatedTrait.hasVirtualTime)`.
  public static var hasVirtualTime: Bool { SimulationRuntime.isTimeVirtual }
}

extension Trait where Self == SimulatedTrait {
  /// Runs the test inside one simulation, with jobs in the order of arrival.
  public static var simulated: Self {
    SimulatedTrait(seeds: [nil], stepLimit: 100_000)
  }

  /// Runs the test inside one simulation.
  public static func simulated(seed: Int, stepLimit: Int = 100_000) -> Self {
    SimulatedTrait(seeds: [seed], stepLimit: stepLimit)
  }

  /// Runs the test inside one simulation for each seed, until one fails.
  public static func simulated(seeds: Range<Int>, stepLimit: Int = 100_000) -> Self {
    SimulatedTrait(seeds: Array(seeds), stepLimit: stepLimit)
  }
}
