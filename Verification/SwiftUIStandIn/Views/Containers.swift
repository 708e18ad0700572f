/// A view that only groups its content.
@MainActor
protocol ContainerView: View, PrimitiveView where Body == Never {
  associatedtype Content: View
  nonisolated var content: Content { get }
  nonisolated static var kind: Node.Kind { get }
}

extension ContainerView {
  @MainActor func render(in context: RenderContext) -> [Node] {
    [Node(Self.kind, in: context, children: context.appending("\(Self.kind)").nodes(of: content))]
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct Group<Content> {
  let content: Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Group: View, PrimitiveView where Content: View {
  public typealias Body = Never

  public nonisolated init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  @MainActor func render(in context: RenderContext) -> [Node] {
    context.appending("group").nodes(of: content)
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct VStack<Content: View>: ContainerView {
  public typealias Body = Never
  static var kind: Node.Kind { .stack }

  let content: Content

  public init(
    alignment: HorizontalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public nonisolated struct LazyVStack<Content: View>: ContainerView {
  public typealias Body = Never
  static var kind: Node.Kind { .stack }

  let content: Content

  public init(
    alignment: HorizontalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct HStack<Content: View>: ContainerView {
  public typealias Body = Never
  static var kind: Node.Kind { .stack }

  let content: Content

  public init(
    alignment: VerticalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

/// Its children are layers, the last one in front.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct ZStack<Content: View>: ContainerView {
  public typealias Body = Never
  static var kind: Node.Kind { .layers }

  let content: Content

  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct ScrollView<Content: View>: ContainerView {
  public typealias Body = Never
  static var kind: Node.Kind { .scrollView }

  let content: Content

  public init(
    _ axes: Axis.Set = .vertical,
    showsIndicators: Bool = true,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 7.0, *)
public nonisolated struct Form<Content: View>: ContainerView {
  public typealias Body = Never
  static var kind: Node.Kind { .form }

  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct List<SelectionValue: Hashable, Content: View>: ContainerView {
  public typealias Body = Never
  static var kind: Node.Kind { .list }

  let content: Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension List where SelectionValue == Never {
  public nonisolated init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public nonisolated init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    content = ForEach(data, content: rowContent)
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct Section<Parent, Content, Footer> {
  let title: String?
  let content: Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Section: View, PrimitiveView where Parent: View, Content: View, Footer: View {
  public typealias Body = Never

  @MainActor func render(in context: RenderContext) -> [Node] {
    let children = context.appending("section").nodes(of: content)
    return [Node(.section, in: context, text: title, children: children)]
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  public nonisolated init(@ViewBuilder content: () -> Content) {
    title = nil
    self.content = content()
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    title = titleKey.text
    self.content = content()
  }

  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.title = String(title)
    self.content = content()
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct Spacer: View, PrimitiveView {
  public typealias Body = Never

  public init(minLength: CGFloat? = nil) {}

  @MainActor func render(in context: RenderContext) -> [Node] { [] }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct Divider: View, PrimitiveView {
  public typealias Body = Never

  public init() {}

  @MainActor func render(in context: RenderContext) -> [Node] { [] }
}
