@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
  typealias Content = _ViewModifier_Content<Self>
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension ViewModifier where Body == Never {
  public func body(content: Content) -> Never {
    fatalError("\(Self.self) is drawn by the evaluator and has no body")
  }
}

/// The view that a modifier is applied to.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct _ViewModifier_Content<Modifier>: View, PrimitiveView {
  public typealias Body = Never

  let renderContent: @MainActor (RenderContext) -> [Node]

  @MainActor func render(in context: RenderContext) -> [Node] { renderContent(context) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier

  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
  public typealias Body = Never

  @MainActor func render(in context: RenderContext) -> [Node] {
    if let modifier = modifier as? any PrimitiveModifier {
      return modifier.render(in: context) { $0.nodes(of: content) }
    }
    let context = context.appending("\(Modifier.self)")
    context.install(modifier)
    let body = modifier.body(
      content: _ViewModifier_Content { $0.appending("content").nodes(of: content) }
    )
    return context.appending("body").nodes(of: body)
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
