import ScreenStateKit
import Testing

struct AppRefreshBehaviorTests {
  @Test func rawValuesAreFixed() {
    #expect(AppRefreshBehavior.immediate.rawValue == 0)
    #expect(AppRefreshBehavior.onNextAppear.rawValue == 1)
  }
}
