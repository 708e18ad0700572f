#if !canImport(SwiftUI)
/// A stand-in for SwiftUI's `Animation` on systems without SwiftUI, so that the same stores compile everywhere.
///
/// Its value is ignored.
public struct Animation: Hashable, Sendable {
  private enum Curve: Hashable, Sendable {
    case standard, smooth, easeInOut, easeIn, easeOut, linear
  }

  private let curve: Curve

  /// A stand-in for SwiftUI's default animation.
  public static let `default` = Animation(curve: .standard)
  /// A stand-in for SwiftUI's smooth spring animation.
  public static let smooth = Animation(curve: .smooth)
  /// A stand-in for SwiftUI's ease-in-out animation.
  public static let easeInOut = Animation(curve: .easeInOut)
  /// A stand-in for SwiftUI's ease-in animation.
  public static let easeIn = Animation(curve: .easeIn)
  /// A stand-in for SwiftUI's ease-out animation.
  public static let easeOut = Animation(curve: .easeOut)
  /// A stand-in for SwiftUI's linear animation.
  public static let linear = Animation(curve: .linear)
}

/// The animation type of `updateState`: SwiftUI's own type if SwiftUI is available.
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
