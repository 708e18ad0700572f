/// Scrolls nothing: the host takes down where to.
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@MainActor
public struct ScrollViewProxy {
  let host: ViewHost

  public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
    host.scrolledTo = AnyHashable(id)
  }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public nonisolated struct ScrollViewReader<Content: View>: View, PrimitiveView {
  public typealias Body = Never

  public let content: (ScrollViewProxy) -> Content

  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
    self.content = content
  }

  @MainActor func render(in context: RenderContext) -> [Node] {
    context.appending("scroll reader").nodes(of: content(ScrollViewProxy(host: context.host)))
  }
}
