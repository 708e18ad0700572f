@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct SecureField<Label: View>: View, PrimitiveView {
  public typealias Body = Never

  private let title: String
  private let text: Binding<String>

  @MainActor func render(in context: RenderContext) -> [Node] {
    let hidden = String(text.wrappedValue.map { _ in "•" })
    let node = Node(.textField, in: context, text: hidden)
    node.title = title
    node.inputAction = { text.wrappedValue = $0 }
    return [node]
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension SecureField where Label == Text {
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
