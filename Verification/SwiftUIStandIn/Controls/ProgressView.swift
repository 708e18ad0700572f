@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public nonisolated struct ProgressView<Label: View, CurrentValueLabel: View>: View, PrimitiveView {
  public typealias Body = Never

  private let label: Label?

  @MainActor func render(in context: RenderContext) -> [Node] {
    let label = context.appending("label").nodes(of: label)
    return [Node(.progress, in: context, text: label.firstText, children: label)]
  }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension ProgressView where CurrentValueLabel == EmptyView {
  public nonisolated init() where Label == EmptyView {
    label = nil
  }

  public nonisolated init(@ViewBuilder label: () -> Label) {
    self.label = label()
  }

  public nonisolated init(_ titleKey: LocalizedStringKey) where Label == Text {
    label = Text(titleKey)
  }

  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S) where Label == Text {
    label = Text(title)
  }

  @_disfavoredOverload
  public nonisolated init<S: StringProtocol, V: BinaryFloatingPoint>(
    _ title: S,
    value: V?,
    total: V = 1.0
  ) where Label == Text {
    label = Text(title)
  }
}
