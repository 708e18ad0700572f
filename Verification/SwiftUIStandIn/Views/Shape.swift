@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol Shape: Sendable, View {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct Rectangle: Shape, PrimitiveView {
  public typealias Body = Never

  public init() {}

  @MainActor func render(in context: RenderContext) -> [Node] {
    let node = Node(.shape, in: context)
    node.takesTouches = true
    return [node]
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct RoundedRectangle: Shape, PrimitiveView {
  public typealias Body = Never

  public init(cornerRadius: CGFloat) {}

  @MainActor func render(in context: RenderContext) -> [Node] {
    let node = Node(.shape, in: context)
    node.takesTouches = true
    return [node]
  }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension Shape where Self == Rectangle {
  public static var rect: Rectangle { Rectangle() }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension Shape where Self == RoundedRectangle {
  public static func rect(cornerRadius: CGFloat) -> Self {
    RoundedRectangle(cornerRadius: cornerRadius)
  }
}
