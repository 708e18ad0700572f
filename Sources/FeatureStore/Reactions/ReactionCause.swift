import IssueReporting
import StateCore

/// The origin of a change that reactions react to.
struct ReactionCause {
  static let none = ReactionCause()

  /// The reactions that have led to the change; `nil` for another cause.
  var chain: ReactionChain?
  /// The test whose code has made the first change, in a later turn.
  var issues: IssueReceiver?

  /// Reports an issue to the test whose code has made the first change.
  @MainActor
  func report(_ message: String) {
    if case .swiftTesting = TestContext.current { return reportIssue(message) }
    if let issues { issues.report(message) } else { reportIssue(message) }
  }
}

/// A receiver that reports issues in a later turn as if the code that creates it reported them.
///
/// A test framework identifies its test by the current task, which a turn of the main actor doesn't have.
final class IssueReceiver: Sendable {
  private let messages: AsyncStream<String>.Continuation

  /// A receiver for the current test; `nil` outside of a test, where an issue needs no task.
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
