import StateTesting
import Testing

@Suite struct UnimplementedClockTests {
  private static let location = #_sourceLocation
  private let clock = UnimplementedClock("search clock", sourceLocation: location)

  private func isExpected(_ issue: Issue, _ use: String) -> Bool {
    issue.sourceLocation == Self.location
      && issue.comments.contains("The unimplemented search clock was \(use)")
  }

  @Test func sleepingIsAnIssueAndEndsAsIfCancelled() async {
    await withKnownIssue {
      await #expect(throws: CancellationError.self) {
        try await clock.sleep(until: TestInstant())
      }
    } matching: {
      isExpected($0, "used to sleep")
    }
  }

  @Test func askingForTheTimeIsAnIssue() {
    withKnownIssue {
      _ = clock.now
    } matching: {
      isExpected($0, "asked for the time")
    }
  }

  @Test func askingForTheResolutionIsAnIssue() {
    withKnownIssue {
      _ = clock.minimumResolution
    } matching: {
      isExpected($0, "asked for its resolution")
    }
  }

  @Test func anUnusedClockIsNotAnIssue() {
    let stored: any Clock<Duration> = clock
    withExtendedLifetime(stored) {}
  }

  @Test func withoutALocationTheIssueIsWhereTheClockWasMade() {
    let clock = UnimplementedClock()
    let line = #line - 1
    withKnownIssue {
      _ = clock.now
    } matching: {
      $0.sourceLocation?.line == line && $0.sourceLocation?.fileID == #fileID
        && $0.comments.contains("The unimplemented clock was asked for the time")
    }
  }
}
