import Foundation

/// The number of a write whose end the owner reports.
typealias OutboxWrite = Int

/// The way in which a change was settled.
enum OutboxCommit: Hashable, Sendable {
  case answer
  /// The app takes an error for success, so nothing was received.
  case applied
  /// Another process received the answer.
  case elsewhere
}

/// The end that a ticket gets.
enum OutboxOutcome: Hashable, Sendable {
  case settled(OutboxCommit)
  /// The error of the attempt that has just ended.
  case failure
  case cancelled
  case discarded
  case expired
  case unknownOutcome
  case undecodable
  /// The record couldn't be written; the change isn't kept.
  case notStored
}

/// The end of an attempt, with the app's resolution of an error.
enum OutboxEnd: Hashable, Sendable {
  case answer
  case applied
  /// The owner takes the pause from the retry policy; cancellations and timeouts end so, too.
  case retry(after: Duration, failure: String)
  case replace(OutboxDraft)
  case reject(failure: String)
  case holdLane(failure: String)
  case holdAll(failure: String)
  /// The owner ended the attempt after `cancel`; its outcome is open.
  case interrupted
  /// The payload couldn't be decoded, so nothing was sent.
  case undecodable(failure: String)
  /// A migration altered the payload of an attempted change, so nothing was sent.
  case unknown

  /// Whether the server has refused the change.
  var isRefusal: Bool {
    switch self {
    case .reject, .holdLane, .holdAll: true
    case .answer, .applied, .retry, .replace, .interrupted, .undecodable, .unknown: false
    }
  }
}

/// The result of an input that names a change.
enum OutboxVerdict: Hashable, Sendable {
  /// The record is being written; the write's end decides.
  case accepted(OutboxWrite)
  /// The state of the change doesn't allow it.
  case refused
  /// Another record of the change is being written; ask again after that.
  case busy
}

/// An action for the owner of a queue to perform.
enum OutboxCommand: Hashable, Sendable {
  /// Appends a record to the log.
  ///
  /// With a number, the record is synced, and `stored` or `notStored` follows, in the order of the commands. Without,
  /// a record that can't be written is kept and written before any later one.
  case write(OutboxRecord, OutboxWrite?)
  /// Sends a change, and ends with `ended`.
  case start(UUID, attempt: Int, payload: Int)
  /// Cancels the task of an attempt; `ended` still follows.
  case cancel(UUID, attempt: Int)
  /// Calls `pass` at this time of the clock, or never; replaces the earlier command.
  case wake(at: Duration?)
  /// Ends the tickets of a change, if any still wait.
  case resume(UUID, OutboxOutcome)
  /// Shows the patch of a payload at the place of its change; an earlier patch of the change is exchanged.
  case show(UUID, payload: Int)
  /// Rolls back the patch of a change.
  case hide(UUID)
  /// Commits the patch of a change, before the rest of the turn.
  case commit(UUID, OutboxCommit)
  /// Moves the tickets of a change to the one that has its place.
  case replaced(UUID, by: UUID)
  /// Takes the lock of the sender, and calls `gainLease`.
  case acquireLease
  case releaseLease
  /// Reports a change that needs a decision.
  case report(UUID)
  /// Tells those who look at a change, or at its subject.
  case publish(UUID, subject: String?)
}
