@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public struct ToolbarItemPlacement: Sendable {
  public static let automatic = Self()
  @available(watchOS 10.0, *)
  public static let primaryAction = Self()
  public static let cancellationAction = Self()
  public static let confirmationAction = Self()
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency
public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension Never: ToolbarContent {}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension ToolbarContent where Body == Never {
  public var body: Never { fatalError("\(Self.self) is drawn by the evaluator and has no body") }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public nonisolated struct ToolbarItem<ID, Content: View>: ToolbarContent, PrimitiveToolbarContent {
  public typealias Body = Never

  private let content: Content

  @MainActor func render(in context: RenderContext) -> [Node] { context.nodes(of: content) }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension ToolbarItem where ID == Void {
  public nonisolated init(
    placement: ToolbarItemPlacement = .automatic,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@resultBuilder
public struct ToolbarContentBuilder {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content {
    content
  }

  public static func buildBlock<each Content: ToolbarContent>(
    _ content: repeat each Content
  ) -> some ToolbarContent {
    TupleToolbarContent(value: (repeat each content))
  }
}

/// Toolbar content that the evaluator knows how to draw.
@MainActor
protocol PrimitiveToolbarContent {
  @MainActor func render(in context: RenderContext) -> [Node]
}

nonisolated struct TupleToolbarContent<T>: ToolbarContent, PrimitiveToolbarContent {
  typealias Body = Never

  let value: T

  @MainActor func render(in context: RenderContext) -> [Node] {
    let children = Mirror(reflecting: value).children.map(\.value)
    // A tuple of one is that one.
    let items = value is any PrimitiveToolbarContent ? [value] : children
    return items.enumerated().flatMap { index, item in
      (item as? any PrimitiveToolbarContent)?.render(in: context.appending("\(index)")) ?? []
    }
  }
}
