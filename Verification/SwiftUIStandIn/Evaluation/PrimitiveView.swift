/// A view that the evaluator draws itself, without a body.
@MainActor
protocol PrimitiveView {
  func render(in context: RenderContext) -> [Node]
}

/// A modifier that the evaluator applies itself, without a body.
@MainActor
protocol PrimitiveModifier: ViewModifier where Body == Never {
  func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node]
}
