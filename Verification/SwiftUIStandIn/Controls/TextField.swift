@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct TextField<Label: View>: View, PrimitiveView {
  public typealias Body = Never

  private let title: String
  private let text: Binding<String>

  @MainActor func render(in context: RenderContext) -> [Node] {
    let node = Node(.textField, in: context, text: text.wrappedValue)
    node.title = title
    node.inputAction = { text.wrappedValue = $0 }
    return [node]
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension TextField where Label == Text {
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    title = titleKey.text
    self.text = text
  }

  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    self.title = String(title)
    self.text = text
  }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension TextField where Label == Text {
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
    self.init(titleKey, text: text)
  }
}
