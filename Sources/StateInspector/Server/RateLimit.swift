#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// Allows a number of things in a second, and twice as many at once.
struct RateLimit: Sendable {
  private let perSecond: Double
  private var left: Double
  private var last: Duration

  init(perSecond: Int, now: Duration) {
    self.perSecond = Double(perSecond)
    left = 2 * Double(perSecond)
    last = now
  }

  /// Whether there may be another one.
  mutating func allows(at now: Duration) -> Bool {
    left = min(2 * perSecond, left + max(0, (now - last) / .seconds(1)) * perSecond)
    last = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
#endif
