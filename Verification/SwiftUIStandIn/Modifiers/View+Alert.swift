nonisolated struct AlertModifier<Actions: View, Message: View>: PrimitiveModifier {
  typealias Body = Never

  /// `nil` as long as there is nothing to present.
  let title: String?
  let isPresented: Binding<Bool>
  let actions: Actions?
  let message: Message?

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let nodes = content(context.appending("base"))
    let context = context.appending("alert")
    guard let alert = context.host.content(ofAlertAt: context.path, requested: request) else {
      return nodes
    }
    return nodes + [node(showing: alert, in: context)]
  }

  @MainActor private var request: AlertContent? {
    guard isPresented.wrappedValue, let title else { return nil }
    return AlertContent(
      title: title,
      message: { [message] in $0.appending("message").nodes(of: message) },
      actions: { [actions] in $0.appending("actions").nodes(of: actions) }
    )
  }

  @MainActor private func node(showing alert: AlertContent, in context: RenderContext) -> Node {
    // An alert is not disabled with the view it belongs to.
    var context = context
    context.environment.isEnabled = true
    var actions = alert.actions(context)
    if actions.isEmpty { actions = [okButton(in: context)] }
    let node = Node(
      .alert,
      in: context,
      text: alert.title,
      children: alert.message(context) + actions
    )
    node.dismissAction = { isPresented.wrappedValue = false }
    return node
  }

  /// The button of an alert that was given none.
  @MainActor private func okButton(in context: RenderContext) -> Node {
    let button = Node(.button, in: context.appending("ok"), text: "OK")
    button.tapAction = {}
    return button
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension View {
  public nonisolated func alert<A: View>(
    _ titleKey: LocalizedStringKey,
    isPresented: Binding<Bool>,
    @ViewBuilder actions: () -> A
  ) -> some View {
    modifier(
      AlertModifier<A, EmptyView>(
        title: titleKey.text,
        isPresented: isPresented,
        actions: actions(),
        message: nil
      )
    )
  }

  public nonisolated func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey,
    isPresented: Binding<Bool>,
    @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    modifier(
      AlertModifier(
        title: titleKey.text,
        isPresented: isPresented,
        actions: actions(),
        message: message()
      )
    )
  }

  public nonisolated func alert<E: LocalizedError, A: View>(
    isPresented: Binding<Bool>,
    error: E?,
    @ViewBuilder actions: () -> A
  ) -> some View {
    modifier(
      AlertModifier<A, EmptyView>(
        title: error?.errorDescription,
        isPresented: isPresented,
        actions: actions(),
        message: nil
      )
    )
  }

  public nonisolated func alert<E: LocalizedError, A: View, M: View>(
    isPresented: Binding<Bool>,
    error: E?,
    @ViewBuilder actions: (E) -> A,
    @ViewBuilder message: (E) -> M
  ) -> some View {
    modifier(
      AlertModifier(
        title: error?.errorDescription,
        isPresented: isPresented,
        actions: error.map(actions),
        message: error.map(message)
      )
    )
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension View {
  @_disfavoredOverload
  public nonisolated func alert<S: StringProtocol, A: View, M: View, T>(
    _ title: S,
    isPresented: Binding<Bool>,
    presenting data: T?,
    @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View {
    modifier(
      AlertModifier(
        title: data.map { _ in String(title) },
        isPresented: isPresented,
        actions: data.map(actions),
        message: data.map(message)
      )
    )
  }

  /// To tests it is an alert, too.
  @_disfavoredOverload
  public nonisolated func confirmationDialog<S: StringProtocol, A: View, M: View, T>(
    _ title: S,
    isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    presenting data: T?,
    @ViewBuilder actions: (T) -> A,
    @ViewBuilder message: (T) -> M
  ) -> some View {
    modifier(
      AlertModifier(
        title: data.map { _ in String(title) },
        isPresented: isPresented,
        actions: data.map(actions),
        message: data.map(message)
      )
    )
  }
}

/// The type that alerts had once; its name is still there.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Alert {}
