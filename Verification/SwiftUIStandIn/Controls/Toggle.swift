@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct Toggle<Label: View>: View, PrimitiveView {
  public typealias Body = Never

  private let title: String
  private let isOn: Binding<Bool>

  @MainActor func render(in context: RenderContext) -> [Node] {
    let node = Node(.toggle, in: context, text: title)
    node.tapAction = { isOn.wrappedValue.toggle() }
    return [node]
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Toggle where Label == Text {
  public nonisolated init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    title = titleKey.text
    self.isOn = isOn
  }

  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
    self.title = String(title)
    self.isOn = isOn
  }
}
