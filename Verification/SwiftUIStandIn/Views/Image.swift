@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct Image: View, PrimitiveView, Equatable, Sendable {
  public typealias Body = Never

  private let name: String

  @available(macOS 11.0, *)
  public init(systemName: String) {
    name = systemName
  }

  @MainActor func render(in context: RenderContext) -> [Node] {
    [Node(.image, in: context, text: name)]
  }
}
