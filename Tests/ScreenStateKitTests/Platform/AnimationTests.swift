#if !canImport(SwiftUI)
import ScreenStateKit
import Testing

struct AnimationTests {
  @Test func theUsualNamesAreThereAndDiffer() {
    let animations: Set<Animation> = [
      .default, .smooth, .easeInOut, .easeIn, .easeOut, .linear,
    ]
    #expect(animations.count == 6)
    #expect(Animation.smooth == .smooth)
  }

  @Test func nilIsNoAnimation() {
    let animation: Animation? = .none
    #expect(animation == nil)
  }

  @Test func itIsTheAnimationOfUpdateState() {
    #expect(StateAnimation.self == Animation.self)
  }
}
#endif
