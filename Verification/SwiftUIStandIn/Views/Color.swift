@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct Color: Hashable, Sendable {
  private let name: String
  private let alpha: Double

  private init(_ name: String, alpha: Double = 1) {
    self.name = name
    self.alpha = alpha
  }

  public static let red = Color("red")
  public static let orange = Color("orange")
  public static let yellow = Color("yellow")
  public static let green = Color("green")
  public static let blue = Color("blue")
  public static let gray = Color("gray")
  public static let black = Color("black")
  public static let white = Color("white")
  public static let clear = Color("clear", alpha: 0)
  public static let primary = Color("primary")
  public static let secondary = Color("secondary")
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  public static let accentColor = Color("accentColor")

  @available(macOS, unavailable)
  @available(watchOS, unavailable)
  public init(_ color: UIColor) {
    self.init(color.name)
  }

  public func opacity(_ opacity: Double) -> Color {
    Color(name, alpha: alpha * opacity)
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Color: View, PrimitiveView {
  public typealias Body = Never

  /// A color fills what there is and takes the touches on it, unless it cannot be seen.
  @MainActor func render(in context: RenderContext) -> [Node] {
    let node = Node(.color, in: context, text: name)
    node.opacity = alpha
    node.takesTouches = true
    return [node]
  }
}

/// Stands for UIKit's colors, of which the documents name one.
@available(macOS, unavailable)
@available(watchOS, unavailable)
public final class UIColor: Sendable {
  let name: String

  private init(_ name: String) {
    self.name = name
  }

  public static let systemBackground = UIColor("systemBackground")
}
