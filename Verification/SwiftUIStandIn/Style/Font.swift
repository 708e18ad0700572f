@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Font: Hashable, Sendable {
  public struct Weight: Hashable, Sendable {
    public static let regular = Self()
    public static let semibold = Self()
    public static let bold = Self()
  }

  public enum Design: Hashable, Sendable {
    case `default`, serif, rounded, monospaced
  }

  public static let largeTitle = Self()
  public static let title = Self()
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  public static let title2 = Self()
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  public static let title3 = Self()
  public static let headline = Self()
  public static let subheadline = Self()
  public static let body = Self()
  public static let callout = Self()
  public static let footnote = Self()
  public static let caption = Self()

  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font()
  }
}
