import IssueReporting
import StateCore

/// The origin of a change that reactions react to.
struct ReactionCause {
  static let none = ReactionCause()

  /// The reactions that have led to the change; nothing for another cause.
  var chain: ReactionChain?
  /// The test whose code has made the first change, in a later turn.
  var issues: IssueReceiver?

  /// Reports an issue, to the test whose code has made the first change.
  @MainActor
  func report(_ message: String) {
    if case .swiftTesting = TestContext.current { return reportIssue(message) }
    if let issues { issues.report(message) } else { reportIssue(message) }
  }
}

/// Reports issues in a later turn as the code would that makes this.
///
/// A test framework knows its test by the current task, which a turn of the main actor has not.
final class IssueReceiver: Sendable {
  private let messages: AsyncStream<String>.Continuation

  /// Nothing outside of a test, where an issue needs no task.
  static var ofTest: IssueReceiver? { isTesting ? IssueReceiver() : nil }

  private init() {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    messages = continuation
    ImmediateTask.enqueue {
      for await message in stream { reportIssue(message) }
    }
  }

  deinit {
    messages.finish()
  }

  func report(_ message: String) {
    messages.yield(message)
  }
}
