import StateTesting
import Testing

@testable import ScreenStateKit

struct ScreenLifetimeTests {
  private let ended = LockIsolated(0)

  @Test func observersAreNotifiedInOrder() {
    let told = LockIsolated<[Int]>([])
    var lifetime: ScreenLifetime? = ScreenLifetime()
    for number in 1...50 {
      _ = lifetime?.onEnd { told.withValue { $0.append(number) } }
    }
    lifetime = nil
    #expect(told.value == Array(1...50))
  }

  @Test func observersAreNotifiedOfTheEnd() {
    var lifetime: ScreenLifetime? = ScreenLifetime()
    for _ in 1...2 { _ = lifetime?.onEnd { [ended] in ended.withValue { $0 += 1 } } }
    lifetime = nil
    #expect(lifetime == nil)
    #expect(ended.value == 2)
  }

  @Test func removedObserversAreNotNotified() {
    var lifetime: ScreenLifetime? = ScreenLifetime()
    let observation = lifetime?.onEnd { [ended] in ended.withValue { $0 += 1 } }
    observation?.cancel()
    #expect(lifetime?.observationCount == 0)
    lifetime = nil
    #expect(ended.value == 0)
  }
}
