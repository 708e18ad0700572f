@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct TupleView<T>: View, PrimitiveView {
  public typealias Body = Never

  public var value: T

  public init(_ value: T) {
    self.value = value
  }

  @MainActor func render(in context: RenderContext) -> [Node] {
    Mirror(reflecting: value).children.enumerated().flatMap { index, child in
      (child.value as? any View).map { context.appending("\(index)").nodes(of: $0) } ?? []
    }
  }
}
