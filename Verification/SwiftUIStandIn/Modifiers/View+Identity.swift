nonisolated struct IdentityModifier<ID: Hashable>: PrimitiveModifier {
  typealias Body = Never

  let id: ID

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    content(context.appending("id \(id)"))
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View {
    modifier(IdentityModifier(id: id))
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
  /// Means nothing: what chooses among tagged views draws all of them.
  public nonisolated func tag<V: Hashable>(_ tag: V) -> some View { self }
}
