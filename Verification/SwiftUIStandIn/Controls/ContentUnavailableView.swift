@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public nonisolated struct ContentUnavailableView<Label: View, Description: View, Actions: View>:
  View, PrimitiveView
{
  public typealias Body = Never

  private let label: Label
  private let description: Description
  private let actions: Actions

  public init(
    @ViewBuilder label: () -> Label,
    @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.label = label()
    self.description = description()
    self.actions = actions()
  }

  @MainActor func render(in context: RenderContext) -> [Node] {
    let label = context.appending("label").nodes(of: label)
    let rest =
      context.appending("description").nodes(of: description)
      + context.appending("actions").nodes(of: actions)
    return [Node(.unavailable, in: context, text: label.firstText, children: label + rest)]
  }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension ContentUnavailableView
where Label == SwiftUIStandIn.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  public nonisolated init(
    _ title: LocalizedStringKey,
    systemImage name: String,
    description: Text? = nil
  ) {
    label = SwiftUIStandIn.Label(title, systemImage: name)
    self.description = description
    actions = EmptyView()
  }

  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(
    _ title: S,
    systemImage name: String,
    description: Text? = nil
  ) {
    label = SwiftUIStandIn.Label(title, systemImage: name)
    self.description = description
    actions = EmptyView()
  }
}
