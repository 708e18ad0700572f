@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct _ConditionalContent<TrueContent, FalseContent> {
  enum Storage {
    case trueContent(TrueContent)
    case falseContent(FalseContent)
  }

  let storage: Storage

  init(_ storage: Storage) {
    self.storage = storage
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension _ConditionalContent: View, PrimitiveView
where TrueContent: View, FalseContent: View {
  public typealias Body = Never

  @MainActor func render(in context: RenderContext) -> [Node] {
    switch storage {
    case .trueContent(let content): context.appending("true").nodes(of: content)
    case .falseContent(let content): context.appending("false").nodes(of: content)
    }
  }
}
