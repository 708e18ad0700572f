import Foundation

/// A state in which a change is kept after an attempt or a date.
enum OutboxFailedState: Hashable, Sendable {
  /// The next attempt follows at this date.
  case waiting(until: Date)
  case rejected
  case heldLane
  case heldAll
  /// The horizon has passed, so another attempt could apply the change twice.
  case unknown
  case expired
  /// The payload couldn't be decoded, so the attempt of the last `started` wasn't made.
  ///
  /// The state isn't restored: a process of another version may decode the payload.
  case undecodable
}

/// The progress of a change when the log was rewritten.
struct OutboxProgress: Hashable, Sendable {
  var attempts = 0
  /// The date from which the horizon counts.
  var firstAttempt: Date?
  /// Whether the app has retried the failed change, which no longer expires.
  var isRetried = false
  /// Whether the server has refused the last attempt.
  var isRefused = false
  /// Whether an attempt before the last one has no outcome.
  var isUnanswered = false
  var state: OutboxFailedState?
  var failure: String?
}

/// A fact of the log; the facts in their order determine the queue.
///
/// Only the order of `enqueued` facts in the log numbers the changes, because several processes may enqueue.
enum OutboxRecord: Hashable, Sendable {
  case enqueued(OutboxDraft)
  /// An unsettled change of an earlier log.
  case kept(OutboxDraft, OutboxProgress)
  case started(UUID, attempt: Int, date: Date)
  case done(UUID)
  case failed(UUID, OutboxFailedState, failure: String?)
  /// The payload of a change now includes a later change.
  ///
  /// If an attempt has started before, the record is void and enqueues the later change.
  case merged(UUID, payload: Int, later: OutboxDraft)
  /// The change was removed before its first attempt.
  ///
  /// If an attempt has started before, the record is void and enqueues the later change, which had cancelled it out.
  case cancelled(UUID, later: OutboxDraft?)
  /// Another change with another key has the place of a change.
  case replaced(UUID, with: OutboxDraft)
  /// The app removed a failed change.
  case discarded(UUID)
  /// The app retried a change, or all.
  case retried(UUID?)
  /// The app resumed, which releases held changes.
  case released
  case removedAll

  /// The change that the record adds.
  var draft: OutboxDraft? {
    switch self {
    case .enqueued(let draft), .kept(let draft, _), .replaced(_, let draft): draft
    default: nil
    }
  }
}
