/// The moment of an input, on the two time lines that requests depend on.
package struct RequestTime: Hashable, Sendable {
  /// The time of a clock, which measures pauses, intervals and unused entries; it never runs backward.
  package var clock: Duration
  /// The date, since any reference date, which measures the age of content; a user can set it back.
  package var date: Duration

  package init(clock: Duration, date: Duration) {
    self.clock = clock
    self.date = date
  }
}
