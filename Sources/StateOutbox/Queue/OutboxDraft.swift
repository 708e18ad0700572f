import Foundation

/// The rules for one change, taken from its options when it was enqueued.
struct OutboxRules: Hashable, Sendable {
  /// Compares heads of lanes only; the higher one is sent first.
  var priority = 0
  /// The time after the first attempt in which the change is sent again without the app's decision.
  var resendsFor = Duration.seconds(86_400)
  /// The age at which an unsent change expires; `nil` for never.
  var expiresAfter: Duration? = .seconds(604_800)
  /// The longest pause of the retry policy, which also limits a pause that was stored.
  var longestPause = Duration.seconds(300)
  var holdsLaneWhenRejected = false
}

/// A change as it enters the queue.
struct OutboxDraft: Hashable, Sendable {
  /// The key under which all attempts send the change.
  var key: UUID
  /// The name of the change's type.
  var name: String
  var lane: String
  /// The entity that the change concerns, as its owner encodes it.
  var subject: String?
  var enqueuedAt: Date
  /// The number with which the owner finds the payload, such as the offset of its record.
  var payload: Int
  var rules = OutboxRules()
}
