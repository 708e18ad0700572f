@available(iOS 13.0, macOS 10.15, watchOS 9.0, *)
@available(tvOS, unavailable)
public nonisolated struct Stepper<Label: View>: View, PrimitiveView {
  public typealias Body = Never

  private let title: String
  private let step: (_ isUp: Bool) -> Void

  @MainActor func render(in context: RenderContext) -> [Node] {
    let buttons = [("Decrement", false), ("Increment", true)].map { name, isUp in
      let button = Node(.button, in: context.appending(name), text: name)
      button.tapAction = { step(isUp) }
      return button
    }
    let text = Node(.text, in: context.appending("title"), text: title)
    return [Node(.stack, in: context, children: [text] + buttons)]
  }
}

@available(iOS 13.0, macOS 10.15, watchOS 9.0, *)
@available(tvOS, unavailable)
extension Stepper where Label == Text {
  public nonisolated init<V: Strideable>(
    _ titleKey: LocalizedStringKey,
    value: Binding<V>,
    in bounds: ClosedRange<V>,
    step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    title = titleKey.text
    self.step = { isUp in
      onEditingChanged(true)
      let new = value.wrappedValue.advanced(by: isUp ? step : 0 - step)
      if bounds.contains(new) { value.wrappedValue = new }
      onEditingChanged(false)
    }
  }
}
