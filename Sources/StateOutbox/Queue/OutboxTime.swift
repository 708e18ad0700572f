import Foundation

/// The moment of an input, on the two time lines that an outbox depends on.
struct OutboxTime: Hashable, Sendable {
  /// The time of a clock, which measures pauses in one process; it never runs backward.
  var clock: Duration
  /// The date, which measures expiry and horizons over processes; a user can set it back.
  var date: Date
}

extension Duration {
  /// The length in seconds.
  var inSeconds: Double { self / .seconds(1) }
}
