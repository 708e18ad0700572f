@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
  public nonisolated func allowsHitTesting(_ enabled: Bool) -> some View {
    modifier(ChangingNodes { $0.allowsHitTesting = $0.allowsHitTesting && enabled })
  }

  public nonisolated func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View {
    modifier(ChangingNodes { $0.takesTouches = true })
  }

  public nonisolated func opacity(_ opacity: Double) -> some View {
    modifier(ChangingNodes { $0.opacity *= opacity })
  }

  @available(tvOS 16.0, *)
  public nonisolated func onTapGesture(
    count: Int = 1,
    perform action: @escaping () -> Void
  ) -> some View {
    modifier(TapGesture(action: action))
  }
}

nonisolated struct TapGesture: PrimitiveModifier {
  typealias Body = Never

  let action: () -> Void

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let nodes = content(context)
    for node in nodes { node.tapAction = { action() } }
    return nodes
  }
}
