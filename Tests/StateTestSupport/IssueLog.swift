package import IssueReporting
import StateCore

/// A reporter that collects the messages of issues.
package final class IssueLog: IssueReporter {
  private let messages = Locked<[String]>([])

  package init() {}

  package var texts: [String] { messages.withLock { $0 } }

  /// Returns the messages that code reports.
  package static func of(_ body: () throws -> Void) rethrows -> [String] {
    let log = IssueLog()
    try withIssueReporters([log]) { try body() }
    return log.texts
  }

  package func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = message() ?? ""
    messages.withLock { $0.append(text) }
  }
}

/// Runs code whose issues a log collects, also in a detached task.
package func withReports<Result>(to log: IssueLog, _ body: () throws -> Result) rethrows -> Result {
  try withIssueReporters([log]) { try body() }
}
