public import Testing

/// A clock for tests of work that must not use a clock: each use records an issue.
///
/// The issue is recorded with Swift Testing, at the line that created the clock. The time doesn't advance, and a sleep
/// ends as if it were cancelled, so that no loop runs forever.
public struct UnimplementedClock: Clock {
  private let name: String
  private let sourceLocation: SourceLocation

  /// Creates a clock.
  ///
  /// Its issues contain the name and appear where the clock was created.
  ///
  /// The calling file doesn't need to import Testing.
  public init(
    _ name: String = "clock",
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    self.init(
      name,
      sourceLocation: SourceLocation(
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    )
  }

  /// Creates a clock whose issues appear at a given location.
  ///
  /// - Parameters:
  ///   - name: The name of the clock in the issue.
  ///   - sourceLocation: The location of the issue.
  public init(_ name: String = "clock", sourceLocation: SourceLocation) {
    self.name = name
    self.sourceLocation = sourceLocation
  }

  /// Records an issue, and returns the start.
  public var now: TestInstant {
    report("asked for the time")
    return TestInstant()
  }

  /// Records an issue, and returns zero.
  public var minimumResolution: Duration {
    report("asked for its resolution")
    return .zero
  }

  /// Records an issue, and throws `CancellationError`.
  public func sleep(until deadline: TestInstant, tolerance: Duration? = nil) async throws {
    report("used to sleep")
    throw CancellationError()
  }

  private func report(_ use: String) {
    Issue.record("The unimplemented \(name) was \(use)", sourceLocation: sourceLocation)
  }
}
