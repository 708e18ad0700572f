import StateTesting
import Testing

@testable import ScreenStateKit

struct ScreenLifetimeTests {
  private let ended = LockIsolated(0)

  @Test func whoWishesIsToldOfTheEnd() {
    var lifetime: ScreenLifetime? = ScreenLifetime()
    for _ in 1...2 { _ = lifetime?.onEnd { [ended] in ended.withValue { $0 += 1 } } }
    lifetime = nil
    #expect(lifetime == nil)
    #expect(ended.value == 2)
  }

  @Test func whoNoLongerWishesIsNotToldAndForgotten() {
    var lifetime: ScreenLifetime? = ScreenLifetime()
    let observation = lifetime?.onEnd { [ended] in ended.withValue { $0 += 1 } }
    observation?.cancel()
    #expect(lifetime?.observationCount == 0)
    lifetime = nil
    #expect(ended.value == 0)
  }
}
