#if compiler(>=6.3)
import Testing

extension Issue {
  /// Whether the issue makes the test fail.
  var failsTest: Bool { isFailure }

  /// Records a visible issue that doesn't make the test fail.
  static func recordWarning(_ comment: Comment, sourceLocation: SourceLocation) {
    record(comment, severity: .warning, sourceLocation: sourceLocation)
  }
}
#else
import Testing

extension Issue {
  /// Whether the issue makes the test fail.
  var failsTest: Bool { !isKnown }

  /// Records a visible issue that doesn't make the test fail.
  static func recordWarning(_ comment: Comment, sourceLocation: SourceLocation) {
    withKnownIssue(comment, sourceLocation: sourceLocation) {
      record(comment, sourceLocation: sourceLocation)
    }
  }
}
#endif
