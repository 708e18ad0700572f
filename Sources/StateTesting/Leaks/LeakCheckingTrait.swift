import FeatureTesting
public import Testing

/// A trait that records an issue for each object passed to `trackForLeaks` that is still alive after its test.
///
/// Tasks that are about to end get half a second to do so, or the time given to `checksForLeaks(within:)`. If you also
/// use `.simulated`, list this trait first, so that the check runs after the simulation's tasks are released.
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
    var failure: (any Error)?
    do {
      try await Self.$trackers.withValue(trackers) { try await function() }
    } catch {
      failure = error
    }
    // A test that has failed leaves tasks, too.
    if patience > .zero {
      try? await sleepInMainActorTurns(for: patience) {
        trackers.value.allSatisfy { $0.instance == nil }
      }
    }
    if let failure { throw failure }
  }
}

extension Trait where Self == LeakCheckingTrait {
  /// Records an issue for each object passed to `trackForLeaks` that is still alive after its test.
  public static var checksForLeaks: Self { checksForLeaks(within: .milliseconds(500)) }

  /// Records an issue for each object passed to `trackForLeaks` that is still alive `patience` after its test.
  ///
  /// Pass zero for tests that wait for the end of all work.
  public static func checksForLeaks(within patience: Duration) -> Self {
    LeakCheckingTrait(patience: patience)
  }
}

/// Expects `instance` to be deallocated when the test with the trait `checksForLeaks` ends.
///
/// - Parameters:
///   - instance: The object. It isn't retained.
///   - sourceLocation: The location of the issue.
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
