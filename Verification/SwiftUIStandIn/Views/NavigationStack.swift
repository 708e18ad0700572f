@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct NavigationPath {
  public init() {}
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public nonisolated struct NavigationStack<Data, Root: View>: View, PrimitiveView {
  public typealias Body = Never

  private let root: Root

  @MainActor func render(in context: RenderContext) -> [Node] {
    var context = context.appending("navigation")
    let path = context.host.cell(at: context.path, initialValue: [AnyHashable]())
    context.environment.navigation = Navigation(path)
    return [Node(.navigationStack, in: context, children: context.nodes(of: root))]
  }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension NavigationStack where Data == NavigationPath {
  public nonisolated init(@ViewBuilder root: () -> Root) {
    self.root = root()
  }
}
