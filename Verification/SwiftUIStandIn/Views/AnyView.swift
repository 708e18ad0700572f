@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct AnyView: View, PrimitiveView {
  public typealias Body = Never

  private let view: any View

  public init<V: View>(_ view: V) {
    self.view = view
  }

  @MainActor func render(in context: RenderContext) -> [Node] { context.nodes(of: view) }
}
