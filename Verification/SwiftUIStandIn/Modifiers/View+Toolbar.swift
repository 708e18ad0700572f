nonisolated struct ToolbarModifier<Content: ToolbarContent>: PrimitiveModifier {
  typealias Body = Never

  let items: Content

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let nodes = content(context.appending("base"))
    let context = context.appending("toolbar")
    let items = (items as? any PrimitiveToolbarContent)?.render(in: context) ?? []
    return nodes + [Node(.toolbar, in: context, children: items)]
  }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension View {
  public nonisolated func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View {
    modifier(ToolbarModifier(items: content()))
  }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension View {
  public nonisolated func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> some View {
    modifier(Accessory(kind: .toolbar, accessory: content()))
  }

  public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }

  @_disfavoredOverload
  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
}

@available(iOS 13.0, tvOS 13.0, watchOS 6.0, macOS 13.0, *)
extension View {
  /// Hides the button that goes back; a test of the evaluator can still go back.
  public nonisolated func navigationBarBackButtonHidden(
    _ hidesBackButton: Bool = true
  ) -> some View {
    self
  }
}
