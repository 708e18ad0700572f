@available(iOS 15.0, macOS 10.15, tvOS 17.0, watchOS 9.0, *)
public enum ControlSize: Hashable, Sendable {
  case mini
  case small
  case regular
  @available(macOS 11.0, *)
  case large
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency
public protocol ProgressViewStyle {}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public nonisolated struct CircularProgressViewStyle: ProgressViewStyle {
  public init() {}
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension ProgressViewStyle where Self == CircularProgressViewStyle {
  @MainActor @preconcurrency
  public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

@available(iOS 15.0, macOS 10.15, tvOS 13.0, watchOS 8.0, *)
public nonisolated struct BorderedButtonStyle: PrimitiveButtonStyle {
  public init() {}
}

@available(iOS 15.0, macOS 10.15, tvOS 13.0, watchOS 8.0, *)
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  @MainActor @preconcurrency
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

@available(iOS 13.0, macOS 10.15, tvOS 17.0, watchOS 8.0, *)
public nonisolated struct BorderlessButtonStyle: PrimitiveButtonStyle {
  public init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 17.0, watchOS 8.0, *)
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  @MainActor @preconcurrency
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
