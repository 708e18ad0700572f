/// Changes the nodes of the content.
nonisolated struct ChangingNodes: PrimitiveModifier {
  typealias Body = Never

  private let change: @MainActor (Node) -> Void

  init(_ change: @escaping @MainActor (Node) -> Void) {
    self.change = change
  }

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let nodes = content(context)
    for node in nodes { change(node) }
    return nodes
  }
}

/// Changes the environment of the content.
nonisolated struct ChangingEnvironment: PrimitiveModifier {
  typealias Body = Never

  private let change: (inout EnvironmentValues) -> Void

  init(_ change: @escaping (inout EnvironmentValues) -> Void) {
    self.change = change
  }

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    var context = context
    change(&context.environment)
    return content(context)
  }
}
