@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Animation: Equatable, Sendable {
  private let name: String

  private init(_ name: String) {
    self.name = name
  }

  public static let `default` = Animation("default")

  public static var easeInOut: Animation { Animation("easeInOut") }
  public static var easeIn: Animation { Animation("easeIn") }
  public static var easeOut: Animation { Animation("easeOut") }
  public static var linear: Animation { Animation("linear") }

  public static func easeInOut(duration: TimeInterval) -> Animation {
    Animation("easeInOut \(duration)")
  }

  public static func linear(duration: TimeInterval) -> Animation {
    Animation("linear \(duration)")
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  public static var smooth: Animation { Animation("smooth") }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  public static func smooth(
    duration: TimeInterval = 0.5,
    extraBounce: Double = 0.0
  ) -> Animation {
    Animation("smooth \(duration) \(extraBounce)")
  }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  public static var snappy: Animation { Animation("snappy") }

  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
  public static var bouncy: Animation { Animation("bouncy") }
}
