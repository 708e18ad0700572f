#if compiler(>=6.3)
import Testing

extension Issue {
  /// Whether the test fails by it.
  var failsTest: Bool { isFailure }

  /// Records something that is to be seen and fails no test.
  static func recordWarning(_ comment: Comment, sourceLocation: SourceLocation) {
    record(comment, severity: .warning, sourceLocation: sourceLocation)
  }
}
#else
import Testing

extension Issue {
  /// Whether the test fails by it.
  var failsTest: Bool { !isKnown }

  /// Records something that is to be seen and fails no test.
  static func recordWarning(_ comment: Comment, sourceLocation: SourceLocation) {
    withKnownIssue(comment, sourceLocation: sourceLocation) {
      record(comment, sourceLocation: sourceLocation)
    }
  }
}
#endif
