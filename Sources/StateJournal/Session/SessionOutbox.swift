public import Foundation
import StateRecord

/// A step in the life of a change of an outbox, in a session.
public struct SessionOutbox: Sendable, Hashable {
  /// The change and its last attempt.
  public var id: ID
  /// The change with its values; `nil` if it couldn't be decoded.
  public var change: SessionValue?
  /// The lane.
  public var lane: String
  /// What happened.
  public var step: Step
  /// What has led to the step.
  public var cause: SessionCause
  /// The name of what has enqueued the change in an earlier process.
  public var origin: String?

  package init(
    id: ID,
    change: SessionValue?,
    lane: String,
    step: Step,
    cause: SessionCause,
    origin: String? = nil
  ) {
    self.id = id
    self.change = change
    self.lane = lane
    self.step = step
    self.cause = cause
    self.origin = origin
  }

  /// The identity of an attempt, or of a change, in a session.
  public typealias ID = OutboxEvent.ID

  /// A step in the life of a change, in a session.
  ///
  /// Durations are in seconds.
  public enum Step: Sendable, Hashable {
    /// It was shown and was being stored.
    case enqueued
    /// It was sent as a part of the change with this key, or the two cancelled each other out.
    case merged(into: UUID)
    /// An attempt began.
    case started(reason: String)
    /// The server applied it.
    case applied(seconds: Double?)
    /// The attempt failed; another one followed at the date.
    case waits(until: Date, SessionValue?, seconds: Double?)
    /// It needed a decision.
    case failed(state: String, SessionValue?, seconds: Double?)
    /// The attempt was cancelled.
    case cancelled
    /// The app removed it.
    case removed(way: String)
    /// The last step couldn't be stored.
    case unstored
  }
}

extension SessionOutbox.Step {
  var name: EventName {
    switch self {
    case .enqueued: .outboxEnqueued
    case .merged: .outboxMerged
    case .started: .outboxStarted
    case .applied: .outboxApplied
    case .waits: .outboxWaits
    case .failed: .outboxFailed
    case .cancelled: .outboxCancelled
    case .removed: .outboxRemoved
    case .unstored: .outboxUnstored
    }
  }
}

extension SessionOutbox {
  @MainActor
  init(_ event: OutboxEvent) {
    self.init(
      id: event.id,
      change: event.change.map { SessionValue($0) },
      lane: event.lane,
      step: Step(event.step),
      cause: SessionCause(event.cause),
      origin: event.origin
    )
  }
}

extension SessionOutbox.Step {
  @MainActor
  fileprivate init(_ step: OutboxEvent.Step) {
    func seconds(_ duration: Duration?) -> Double? { duration.map { $0 / .seconds(1) } }
    self =
      switch step {
      case .enqueued: .enqueued
      case .merged(let key): .merged(into: key)
      case .started(let reason): .started(reason: reason)
      case .applied(let duration): .applied(seconds: seconds(duration))
      case .waits(let date, let error, let duration):
        .waits(until: date, error.map { SessionValue($0) }, seconds: seconds(duration))
      case .failed(let state, let error, let duration):
        .failed(state: state, error.map { SessionValue($0) }, seconds: seconds(duration))
      case .cancelled: .cancelled
      case .removed(let way): .removed(way: way)
      case .unstored: .unstored
      }
  }
}
