public import Testing
import ViewFeature

/// Records an issue for each object given to `trackForLeaks` that is alive when its test is over.
///
/// Tasks that are about to end get half a second for it, or as long as `checksForLeaks(within:)` says.
/// With `.simulated` beside it, name this trait first: the check then comes after the release of the
/// simulation's tasks.
///
/// ```swift
/// @Suite(.checksForLeaks) struct SearchTests {
///   @Test func searching() async {
///     let store = trackForLeaks(SearchStore())
///     …
///   }
/// }
/// ```
public struct LeakCheckingTrait: TestTrait, SuiteTrait {
  let patience: Duration

  public var isRecursive: Bool { true }
}

extension LeakCheckingTrait: TestScoping {
  typealias Trackers = LockIsolated<[MemoryLeakTracker]>

  @TaskLocal static var trackers: Trackers?

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let trackers = Trackers([])
    defer { for tracker in trackers.value { tracker.verify() } }
    try await Self.$trackers.withValue(trackers) { try await function() }
    guard patience > .zero else { return }
    try? await sleepInMainActorTurns(for: patience) {
      trackers.value.allSatisfy { $0.instance == nil }
    }
  }
}

extension Trait where Self == LeakCheckingTrait {
  /// Records an issue for each object given to `trackForLeaks` that is alive when its test is over.
  public static var checksForLeaks: Self { checksForLeaks(within: .milliseconds(500)) }

  /// Records an issue for each object given to `trackForLeaks` that is alive `patience` after its test.
  ///
  /// With zero, for tests that have waited for the end of all work, nothing may be left.
  public static func checksForLeaks(within patience: Duration) -> Self {
    LeakCheckingTrait(patience: patience)
  }
}

/// Expects `instance` to be gone when the test is over that has the trait `checksForLeaks`.
///
/// - Parameters:
///   - instance: Is held weakly.
///   - sourceLocation: Where the issue is shown.
/// - Returns: `instance`.
@discardableResult
public func trackForLeaks<Instance: AnyObject>(
  _ instance: Instance,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Instance {
  guard let trackers = LeakCheckingTrait.trackers else {
    Issue.record(
      "trackForLeaks needs the trait .checksForLeaks on the test or its suite",
      sourceLocation: sourceLocation
    )
    return instance
  }
  let tracker = MemoryLeakTracker(instance: instance, sourceLocation: sourceLocation)
  trackers.withValue { $0.append(tracker) }
  return instance
}
