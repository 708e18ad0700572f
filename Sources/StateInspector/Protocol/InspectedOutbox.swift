#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// The outboxes of the app, the oldest first.
struct OutboxList: Codable, Sendable, Equatable {
  var outboxes: [InspectedOutbox]
}

/// An outbox.
struct InspectedOutbox: Codable, Sendable, Equatable {
  enum Hold: String, Codable, Sendable, CaseIterable {
    case app
    /// A request holds it.
    case inspector
    /// A change whose error holds everything.
    case failure
  }

  /// The number that identifies it in requests.
  var number: Int
  /// The number of changes that wait or are being sent.
  var pending: Int
  /// The number of changes that need a decision.
  var failed: Int
  /// The seconds since the oldest of the changes that wait was enqueued.
  var oldest: Double?
  /// Why no attempts start; absent if they do.
  var hold: Hold?
  /// The number of next attempts that a request lets fail; absent without such a request.
  var failing: Int?
  /// The first changes, in their order.
  var changes: [InspectedChange]
}

/// A change of an outbox.
struct InspectedChange: Codable, Sendable, Equatable {
  enum State: String, Codable, Sendable, CaseIterable {
    case queued
    case sending
    case waiting
    case rejected
    case held
    case unknown
    case expired
    case undecodable
  }

  /// The key, which identifies it in requests, and at the server.
  var key: String
  /// The name of its type.
  var name: String
  /// The change with its values, unless they are redacted; absent if it can't be decoded.
  var change: String?
  var lane: String
  var state: State
  /// The number of attempts that have begun.
  var attempts: Int
  /// The seconds since it was enqueued.
  var age: Double
  /// The seconds until its next attempt, if it waits after an error.
  var next: Double?
  /// The error of its last attempt.
  var error: String?
  /// The number of the entry with which its last attempt began, or that of the change; absent without one.
  var entry: Int?
}
#endif
