/// Puts a view in front of the content or behind it.
nonisolated struct Layering<Layer: View>: PrimitiveModifier {
  typealias Body = Never

  let layer: Layer
  let isInFront: Bool

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let base = Node(.layer, in: context, children: content(context.appending("base")))
    let layerContext = context.appending(isInFront ? "overlay" : "background")
    let layer = Node(.layer, in: context, children: layerContext.nodes(of: layer))
    return [Node(.layers, in: context, children: isInFront ? [base, layer] : [layer, base])]
  }
}

/// Puts a view next to the content.
nonisolated struct Inset<Content: View>: PrimitiveModifier {
  typealias Body = Never

  let inset: Content

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    content(context.appending("base")) + context.appending("inset").nodes(of: inset)
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension View {
  public nonisolated func overlay<V: View>(
    alignment: Alignment = .center,
    @ViewBuilder content: () -> V
  ) -> some View {
    modifier(Layering(layer: content(), isInFront: true))
  }

  public nonisolated func background<V: View>(
    alignment: Alignment = .center,
    @ViewBuilder content: () -> V
  ) -> some View {
    modifier(Layering(layer: content(), isInFront: false))
  }

  public nonisolated func safeAreaInset<V: View>(
    edge: VerticalEdge,
    alignment: HorizontalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View {
    modifier(Inset(inset: content()))
  }
}
