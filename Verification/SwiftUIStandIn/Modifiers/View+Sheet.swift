nonisolated struct SheetModifier<Item, ID: Hashable, Content: View>: PrimitiveModifier {
  typealias Body = Never

  let item: Item?
  let id: (Item) -> ID
  let dismiss: () -> Void
  let onDismiss: (() -> Void)?
  let sheet: (Item) -> Content

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let nodes = content(context.appending("base"))
    guard let item else { return nodes }
    // Another item is another sheet.
    var context = context.appending("sheet \(id(item))")
    context.host.notePresence(at: context.path, disappear: { onDismiss?() })
    context.environment.isEnabled = true
    context.environment.redactionReasons = []
    context.environment.setDismiss { dismiss() }
    let node = Node(.sheet, in: context, children: context.nodes(of: sheet(item)))
    node.dismissAction = { dismiss() }
    return nodes + [node]
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
  public nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    modifier(
      SheetModifier(
        item: isPresented.wrappedValue ? true : nil,
        id: { $0 },
        dismiss: { isPresented.wrappedValue = false },
        onDismiss: onDismiss,
        sheet: { _ in content() }
      )
    )
  }

  public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    modifier(
      SheetModifier(
        item: item.wrappedValue,
        id: { $0.id },
        dismiss: { item.wrappedValue = nil },
        onDismiss: onDismiss,
        sheet: content
      )
    )
  }
}

@available(iOS 14.0, tvOS 14.0, watchOS 7.0, *)
@available(macOS, unavailable)
extension View {
  public nonisolated func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    modifier(
      SheetModifier(
        item: item.wrappedValue,
        id: { $0.id },
        dismiss: { item.wrappedValue = nil },
        onDismiss: onDismiss,
        sheet: content
      )
    )
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension View {
  /// Says that the user can't drag the sheet down; a test of the evaluator can.
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    self
  }
}
