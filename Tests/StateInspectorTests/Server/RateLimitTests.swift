#if Inspector
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct RateLimitTests {
  @Test
  func allowsANumberInASecond() {
    var limit = RateLimit(perSecond: 10, now: .zero)
    func count(at now: Duration) -> Int {
      (0..<100).filter { _ in limit.allows(at: now) }.count
    }
    #expect(count(at: .zero) == 20)
    #expect(count(at: .seconds(1)) == 10)
    #expect(count(at: .seconds(100)) == 20)
    // A clock that moves backwards allows nothing.
    #expect(count(at: .zero) == 0)
  }
}
#endif
