@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct NavigationPath {
  public init() {}
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public nonisolated struct NavigationStack<Data, Root: View>: View, PrimitiveView {
  public typealias Body = Never

  private let root: Root
  /// Access to the path of the stack's owner; `nil` if the stack keeps its path itself.
  private let path: PathAccess?

  @MainActor func render(in context: RenderContext) -> [Node] {
    var context = context.appending("navigation")
    context.environment.navigation =
      path.map { Navigation($0) }
      ?? Navigation(context.host.cell(at: context.path, initialValue: [AnyHashable]()))
    return [Node(.navigationStack, in: context, children: context.nodes(of: root))]
  }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension NavigationStack where Data == NavigationPath {
  public nonisolated init(@ViewBuilder root: () -> Root) {
    self.root = root()
    path = nil
  }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension NavigationStack {
  public nonisolated init(
    path: Binding<Data>,
    @ViewBuilder root: () -> Root
  )
  where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable
  {
    self.root = root()
    self.path = PathAccess {
      path.wrappedValue.map { AnyHashable($0) }
    } show: { value in
      if let element = value as? Data.Element { path.wrappedValue.append(element) }
    } goBack: {
      path.wrappedValue.removeLast()
    }
  }
}
