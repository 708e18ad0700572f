public import StateCore

/// When a change is sent, and how long.
public struct OutboxChangeOptions: Sendable {
  /// The importance of the change among the first ones of all lanes.
  public var priority = 0
  /// The pauses after failed attempts.
  ///
  /// Its number of attempts isn't used: a change ends by its times.
  public var retry = RetryPolicy(
    maxAttempts: .max,
    backoff: .exponential(base: .seconds(1), maximum: .seconds(300)),
    jitter: 0.5
  )
  /// How long after its first attempt without an outcome a change is sent again.
  ///
  /// It is the time for which the server remembers keys. Later, the change waits for a decision of the app. A refusal is
  /// an outcome.
  public var resendsFor = Duration.seconds(86_400)
  /// How long after it was enqueued a change is sent first; `nil` for any time.
  ///
  /// A change whose first attempt was in time is sent again as long as `resendsFor` says.
  public var expiresAfter: Duration? = .seconds(604_800)
  /// Whether the lane of a rejected change waits for a decision of the app.
  public var holdsLaneWhenRejected = false

  /// Creates the default options.
  public init() {}
}

/// The limits of an outbox.
public struct OutboxOptions: Sendable {
  /// The number of attempts at a time, each in another lane.
  public var lanesAtOnce = 4
  /// Whether the lane of a change that can't be decoded waits for a decision of the app.
  public var holdsLaneOfUndecodable = false
  /// The number of changes that may wait.
  public var limit = 100_000

  /// Creates the default options.
  public init() {}
}
