import IssueReporting

/// A provider that reports failures to the running test, regardless of its framework.
///
/// If no test framework can be reached, it stops the process, so that a failure never passes silently.
package struct IssueAssertionProvider: AssertionProvider {
  /// Creates a provider.
  package init() {}

  /// Reports `message` if the values aren't equal.
  package func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  ) {
    if actual != expected { fail(message, file: file, line: line) }
  }

  /// Records an issue at this file and line.
  package func fail(_ message: String, file: StaticString, line: UInt) {
    guard TestFramework.isReachable else {
      fatalError(
        """
        \(message)

        This failure can't be reported to the test framework: add the product "StateTesting" (or \
        "IssueReportingTestSupport") to the dependencies of the test target.
        """,
        file: file,
        line: line
      )
    }
    reportIssue(message, fileID: file, filePath: file, line: line)
  }
}
