public import Testing

/// A clock for tests of work that is not to use one: each use records an issue.
///
/// The issue is recorded with Swift Testing, at the line that made the clock. Its time stands still and
/// a sleep ends as if it were cancelled, so that no loop runs for ever.
public struct UnimplementedClock: Clock {
  private let name: String
  private let sourceLocation: SourceLocation

  /// Makes a clock with a name for its issues, which are shown where it was made.
  ///
  /// The file that makes it need not import Testing.
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

  /// - Parameters:
  ///   - name: The name of the clock in the issue.
  ///   - sourceLocation: Where the issue is shown.
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
