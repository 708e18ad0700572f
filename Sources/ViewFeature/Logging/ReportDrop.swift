import IssueReporting
import Logging

/// Says that nobody takes something that the program sends, which is a mistake in the program.
///
/// It is logged, and in debug builds reported as an issue as well.
func reportDrop(_ message: String, metadata: Logger.Metadata) {
  logger.debug("\(message)", metadata: metadata)
  #if DEBUG
  reportIssue(
    "\(message): \(metadata.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", "))"
  )
  #endif
}
