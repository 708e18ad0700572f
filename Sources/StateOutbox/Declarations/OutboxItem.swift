public import Foundation
public import ScreenStateKit
public import StatePersistence

/// A change in an outbox.
public struct OutboxItem: Identifiable, Sendable {
  /// The state of a change.
  public enum State: Equatable, Sendable {
    /// It waits for its turn.
    case queued
    /// An attempt is running.
    case sending(attempt: Int)
    /// An attempt has failed, and the next one is due at a date.
    case waiting(until: Date, DisplayableError)
    /// The server has refused it; it was rolled back.
    case rejected(DisplayableError)
    /// It waits for a decision, and its lane or all others with it.
    case held(DisplayableError)
    /// Its outcome is open, and the server may have forgotten its key.
    case unknown
    /// It wasn't sent in time; it was rolled back.
    case expired
    /// It can't be decoded, for the reason in the text.
    case undecodable(String)
  }

  /// The key of the change.
  public let id: UUID
  /// The name of its type.
  public let name: String
  /// Its lane.
  public let lane: String
  /// The entity that it concerns.
  public let subject: OutboxSubject?
  /// When it was enqueued.
  public let enqueuedAt: Date
  /// Its state.
  public let state: State
}

/// Why an outbox starts no attempts.
public struct OutboxHold: Equatable, Sendable {
  /// A reason.
  public enum Reason: Equatable, Sendable {
    /// The app has called `Outbox.pause()`.
    case app
    /// A change was resolved with `holdAll`.
    case failure(DisplayableError)
  }

  /// The reason.
  public let reason: Reason
}

/// The numbers of changes that a drain has sent and left.
public struct OutboxSummary: Equatable, Sendable {
  /// The number of changes that were sent during the drain.
  public let sent: Int
  /// The number of changes that wait.
  public let pending: Int
  /// The number of changes that need a decision.
  public let failed: Int
}

/// Why a change has no answer.
public struct OutboxError: Error, Hashable {
  /// A kind of error.
  public enum Code: Hashable, Sendable {
    /// The change was cancelled before it was sent, or two changes have become none.
    case cancelled
    /// The app has removed the change.
    case discarded
    /// The change wasn't sent in time.
    case expired
    /// The outcome is open, and the server may have forgotten the key.
    case unknownOutcome
    /// The change can't be decoded.
    case undecodable
  }

  /// The kind of the error.
  public let code: Code
  /// The key of the change.
  public let key: UUID
}

/// Something that an outbox reports to the app.
public enum OutboxReport: Sendable {
  /// A change needs a decision.
  case failed(OutboxItem)
  /// The log was damaged, or can't be written.
  case damaged(SavedStateError)
  /// The log was replaced by a shorter one.
  case compacted(bytes: Int)
}
