/// Draws a view next to the content, in a separate node.
nonisolated struct Accessory<Content: View>: PrimitiveModifier {
  typealias Body = Never

  let kind: Node.Kind
  let accessory: Content

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let nodes = content(context.appending("base"))
    let context = context.appending("\(kind)")
    return nodes + [Node(kind, in: context, children: context.nodes(of: accessory))]
  }
}

nonisolated struct RefreshModifier: PrimitiveModifier {
  typealias Body = Never

  let action: @Sendable () async -> Void

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    var context = context
    context.environment.refresh = RefreshAction(action: action)
    let nodes = content(context)
    for node in nodes { node.refreshAction = action }
    return nodes
  }
}

nonisolated struct SearchModifier: PrimitiveModifier {
  typealias Body = Never

  let text: Binding<String>

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let field = Node(.searchField, in: context.appending("search"), text: text.wrappedValue)
    field.title = "Search"
    field.inputAction = { text.wrappedValue = $0 }
    return [field] + content(context.appending("base"))
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension View {
  public nonisolated func refreshable(
    action: @escaping @Sendable () async -> Void
  ) -> some View {
    modifier(RefreshModifier(action: action))
  }

  public nonisolated func searchable(
    text: Binding<String>,
    placement: SearchFieldPlacement = .automatic,
    prompt: LocalizedStringKey
  ) -> some View {
    modifier(SearchModifier(text: text))
  }

  public nonisolated func searchable(
    text: Binding<String>,
    placement: SearchFieldPlacement = .automatic,
    prompt: Text? = nil
  ) -> some View {
    modifier(SearchModifier(text: text))
  }

  @available(tvOS, unavailable)
  public nonisolated func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing,
    allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> T
  ) -> some View {
    modifier(Accessory(kind: .swipeActions, accessory: content()))
  }

  @available(macOS 13.0, *)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  public nonisolated func listRowSeparator(
    _ visibility: Visibility,
    edges: VerticalEdge.Set = .all
  ) -> some View {
    self
  }
}

// Where a scroll view stands is not drawn.
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension View {
  public nonisolated func scrollTargetLayout(isEnabled: Bool = true) -> some View {
    self
  }

  public nonisolated func scrollPosition(
    id: Binding<(some Hashable)?>,
    anchor: UnitPoint? = nil
  ) -> some View {
    self
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct SearchFieldPlacement: Sendable {
  public static let automatic = Self()
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public enum Visibility: Hashable, Sendable {
  case automatic, visible, hidden
}
