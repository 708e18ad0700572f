public import StateCore

/// The rules of a query: when its content is stale, what loads it again, and how long it is kept.
public struct QueryOptions: Sendable {
  /// The events that load the stale content of a watched query.
  public struct Triggers: OptionSet, Hashable, Sendable {
    /// The bits of the events.
    public let rawValue: UInt8

    /// Creates a set from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The start of a watch.
    public static let watch = Triggers(rawValue: 1 << 0)
    /// The return of the app to the foreground.
    public static let active = Triggers(rawValue: 1 << 1)
    /// The return of the network.
    public static let reconnect = Triggers(rawValue: 1 << 2)
    /// All events.
    public static let all: Triggers = [.watch, .active, .reconnect]
  }

  /// What happens to a load without interested callers.
  public enum WhenUnwatched: Hashable, Sendable {
    /// The running attempt continues, and no other attempt follows.
    case finish
    /// The running attempt is cancelled.
    case cancel
  }

  /// The age at which content is stale, 30 seconds by default.
  ///
  /// Zero means always, and `nil` means only after an invalidation.
  public var staleAfter: Duration? = .seconds(30)
  /// How long an entry is kept after its last use, 300 seconds by default; with zero, it is removed at once.
  public var keepsFor: Duration = .seconds(300)
  /// The policy for failed attempts; by default, three attempts with growing pauses.
  public var retry: RetryPolicy = .exponentialBackoff(jitter: 0.2)
  /// The events that load stale content; by default, all.
  public var triggers: Triggers = .all
  /// The pause between a load and the next one of a watched query; without it, no load depends on time.
  public var interval: Duration?
  /// Whether the interval continues while the app is inactive.
  public var pollsInBackground = false
  /// What happens to a load without interested callers; by default, its attempt finishes.
  public var whenUnwatched: WhenUnwatched = .finish

  /// Creates the default options.
  public init() {}
}
