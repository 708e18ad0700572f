/// All of its views are drawn.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 7.0, *)
public nonisolated struct TabView<SelectionValue: Hashable, Content: View>: ContainerView {
  public typealias Body = Never
  static var kind: Node.Kind { .tabView }

  let content: Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 7.0, *)
extension TabView {
  /// The choice decides nothing: all are drawn.
  public nonisolated init(
    selection: Binding<SelectionValue>?,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 7.0, *)
extension TabView where SelectionValue == Int {
  public nonisolated init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 7.0, *)
extension View {
  public nonisolated func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { self }
}
