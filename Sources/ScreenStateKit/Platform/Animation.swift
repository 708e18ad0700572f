#if !canImport(SwiftUI)
/// Stands for SwiftUI's `Animation` where there is no SwiftUI, so that the same stores compile
/// everywhere.
///
/// Its value is ignored.
public struct Animation: Hashable, Sendable {
  private enum Curve: Hashable, Sendable {
    case standard, smooth, easeInOut, easeIn, easeOut, linear
  }

  private let curve: Curve

  public static let `default` = Animation(curve: .standard)
  public static let smooth = Animation(curve: .smooth)
  public static let easeInOut = Animation(curve: .easeInOut)
  public static let easeIn = Animation(curve: .easeIn)
  public static let easeOut = Animation(curve: .easeOut)
  public static let linear = Animation(curve: .linear)
}

/// The animation type of `updateState`: SwiftUI's where there is one.
public typealias StateAnimation = Animation

@MainActor
func withStateTransaction(
  animation: StateAnimation?,
  disablesAnimations: Bool = false,
  _ update: () -> Void
) {
  update()
}
#endif
