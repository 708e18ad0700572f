@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct EmptyView: View, PrimitiveView {
  public typealias Body = Never

  public init() {}

  @MainActor func render(in context: RenderContext) -> [Node] { [] }
}
