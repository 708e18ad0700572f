package import Foundation

/// A cause of changes of content, which a listener has noted.
@MainActor
package protocol ContentNote: AnyObject, Sendable {
  /// It as the cause of what follows from it.
  var own: any LoadCause { get }
  /// Makes a change of a state whose cause it is.
  func write(_ change: () -> Void)
}

/// Listens to the changes that an outbox sends.
@MainActor
package protocol OutboxListener {
  /// The cause of the code that runs now.
  var cause: any LoadCause { get }
  /// Returns the note of a change, which belongs to the stores of its cause.
  func note(_ change: OutboxedChange) -> any OutboxNote
}

/// A change of an outbox.
package struct OutboxedChange {
  package let key: UUID
  /// The change with its values; `nil` if it can't be decoded.
  package let change: (any Sendable)?
  /// The name of its type.
  package let name: String
  package let lane: String
  /// What has enqueued it; `nil` if an earlier process has.
  package let cause: (any LoadCause)?
  /// The name of what has enqueued it in an earlier process, if that was noted.
  package let origin: String?

  package init(
    key: UUID,
    change: (any Sendable)?,
    name: String,
    lane: String,
    cause: (any LoadCause)?,
    origin: String?
  ) {
    self.key = key
    self.change = change
    self.name = name
    self.lane = lane
    self.cause = cause
    self.origin = origin
  }
}

/// A change of an outbox that a listener has noted.
@MainActor
package protocol OutboxNote: ContentNote {
  /// The name of what has enqueued it, such as that of an action, without values.
  var origin: String? { get }
  /// Notes a step of the change, for the states that show its content.
  func add(_ step: OutboxStage, shownBy states: [AnyObject])
}

/// A step in the life of a change of an outbox.
package enum OutboxStage {
  case enqueued
  /// It is sent as a part of another change with this key, or the two cancel each other out.
  case merged(into: UUID)
  /// An attempt begins; the reason is a word.
  case started(attempt: Int, reason: String)
  /// The server has applied it, or the app takes an error for that.
  case applied
  /// Another attempt follows at a date.
  case waits(until: Date, (any Error)?)
  /// It needs a decision; the state is the name of an `OutboxItem.State`.
  case failed(state: String, (any Error)?)
  /// The attempt was cancelled, so its outcome is open.
  case cancelled
  /// The app has removed it; the way is a word.
  case removed(way: String, by: any LoadCause)
  /// The last step couldn't be stored.
  case unstored
}
