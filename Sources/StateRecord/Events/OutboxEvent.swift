public import Foundation
package import StateCore

/// A step in the life of a change of an outbox.
public struct OutboxEvent: Sendable {
  /// The change and its last attempt.
  public let id: ID
  /// The change with its values; `nil` if it can't be decoded.
  public let change: EventValue?
  /// The lane.
  public let lane: String
  /// What happened.
  public let step: Step
  /// What has led to the step.
  public let cause: EventCause
  /// The name of what has enqueued the change in an earlier process, without values, if that was recorded.
  public let origin: String?
  /// The stores that have enqueued the change, or show its content.
  package let stores: [StoreID]

  /// The identity of an attempt, or of a change.
  public struct ID: Hashable, Sendable {
    /// The key of the change, under which each attempt sends it.
    public let key: UUID
    /// The name of the change's type.
    public let name: String
    /// The number of the attempt, starting at 1; 0 for the change before its first attempt.
    public let attempt: Int

    package init(key: UUID, name: String, attempt: Int) {
      self.key = key
      self.name = name
      self.attempt = attempt
    }
  }

  /// A step in the life of a change.
  public enum Step: Sendable {
    /// It is shown and is being stored.
    case enqueued
    /// It is sent as a part of the change with this key, or the two cancel each other out.
    case merged(into: UUID)
    /// An attempt has begun: `first`, `again` after an error, `launch` after one of an earlier process, or `retryNow`.
    case started(reason: String)
    /// The server has applied it, after this duration of the last attempt.
    case applied(Duration?)
    /// The attempt failed; another one follows at the date.
    case waits(until: Date, EventValue?, Duration?)
    /// It needs a decision. The state is the name of an `OutboxItem.State`.
    case failed(state: String, EventValue?, Duration?)
    /// The attempt was cancelled, so its outcome is open.
    case cancelled
    /// The app has removed it, by `cancel`, `discard` or `replace`.
    case removed(way: String)
    /// The last step couldn't be stored.
    case unstored
  }
}

extension OutboxEvent.ID {
  /// The name with the number of the attempt.
  package var text: String { attempt == 0 ? name : "\(name), attempt \(attempt)" }

  /// The change before its first attempt.
  package var ofChange: OutboxEvent.ID { OutboxEvent.ID(key: key, name: name, attempt: 0) }
}

extension OutboxEvent {
  /// The error of a failed attempt.
  package var error: EventValue? {
    switch step {
    case .waits(_, let error, _), .failed(_, let error, _): error
    case .enqueued, .merged, .started, .applied, .cancelled, .removed, .unstored: nil
    }
  }

  /// The duration of the attempt that has ended.
  package var duration: Duration? {
    switch step {
    case .applied(let duration), .waits(_, _, let duration), .failed(_, _, let duration): duration
    case .enqueued, .merged, .started, .cancelled, .removed, .unstored: nil
    }
  }

  /// The approximate size in bytes.
  var size: Int {
    let texts = lane.utf8.count + (origin?.utf8.count ?? 0)
    return texts + 16 * stores.count + (change?.size ?? 0) + (error?.size ?? 0)
  }
}
