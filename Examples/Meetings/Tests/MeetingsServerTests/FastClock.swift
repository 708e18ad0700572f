#if Server
/// A clock in which time passes faster than in reality.
struct FastClock: Clock {
  struct Instant: InstantProtocol {
    var elapsed: Duration

    func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
    func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.elapsed < rhs.elapsed }
  }

  private let factor: Int
  private let start = ContinuousClock.now

  init(factor: Int) {
    self.factor = factor
  }

  var now: Instant { Instant(elapsed: (ContinuousClock.now - start) * factor) }
  var minimumResolution: Duration { ContinuousClock().minimumResolution * factor }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(until: start + deadline.elapsed / factor)
  }
}
#endif
