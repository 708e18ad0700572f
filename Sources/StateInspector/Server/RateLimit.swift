#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// A limit for the number of operations per second.
///
/// It allows bursts of twice this number.
struct RateLimit: Sendable {
  private let perSecond: Double
  private var left: Double
  private var last: Duration

  init(perSecond: Int, now: Duration) {
    self.perSecond = Double(perSecond)
    left = 2 * Double(perSecond)
    last = now
  }

  /// Whether another operation is allowed now.
  mutating func allows(at now: Duration) -> Bool {
    left = min(2 * perSecond, left + max(0, (now - last) / .seconds(1)) * perSecond)
    last = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
#endif
