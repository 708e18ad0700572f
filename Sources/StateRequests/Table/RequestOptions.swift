/// The demands of a caller: when its content is stale, and what loads it again.
package struct RequestOptions: Hashable, Sendable {
  /// The events that load stale content.
  package struct Triggers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The start of a watch.
    package static let watch = Triggers(rawValue: 1 << 0)
    /// The return of the app to the foreground.
    package static let active = Triggers(rawValue: 1 << 1)
    /// The return of the network.
    package static let reconnect = Triggers(rawValue: 1 << 2)
    package static let all: Triggers = [.watch, .active, .reconnect]
  }

  /// The end of a load that no caller waits for any longer.
  package enum WhenUnwatched: Hashable, Sendable {
    /// The running attempt continues, and no other attempt follows.
    case finish
    /// The running attempt is cancelled.
    case cancel
  }

  /// The age at which content is stale; zero means always, and `nil` means only after an invalidation.
  package var staleAfter: Duration? = .seconds(30)
  /// The pause between a load and the next one of a watched entry; a pause that isn't greater than zero is ignored.
  package var interval: Duration?
  /// Whether the interval continues while the app is inactive.
  package var pollsInBackground = false
  package var triggers = Triggers.all
  package var whenUnwatched = WhenUnwatched.finish
  /// The time for which an unused entry is kept; zero removes it at once, even before its content is published.
  package var keepsFor = Duration.seconds(300)

  /// The value of `keepsFor` for entries that end with their owner.
  package static let forever = Duration.seconds(Int64.max)

  package init() {}
}

/// The limits of a table, beyond which it removes unused entries.
package struct RequestLimits: Hashable, Sendable {
  /// The number of entries, including those in use.
  package var entries = 1_000
  /// The sum of the costs of all content; `nil` for no limit.
  package var cost: Int?

  package init() {}
}
