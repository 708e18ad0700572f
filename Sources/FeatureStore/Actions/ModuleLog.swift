import IssueReporting
import Logging

/// The log of the module.
let logger = Logger(label: "ViewFeature")

/// Reports that a sent value has no receiver, which is a programmer error.
///
/// The message is logged and, in debug builds, also reported as an issue.
func reportDrop(_ message: String, metadata: Logger.Metadata) {
  logger.debug("\(message)", metadata: metadata)
  #if DEBUG
  reportIssue(
    "\(message): \(metadata.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", "))"
  )
  #endif
}
