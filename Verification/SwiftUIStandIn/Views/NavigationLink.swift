/// A tap on it shows its destination in front of the stack it is in.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct NavigationLink<Label: View, Destination: View>: View, PrimitiveView {
  public typealias Body = Never

  private let label: Label
  private let value: any Hashable

  @MainActor func render(in context: RenderContext) -> [Node] {
    let label = context.appending("label").nodes(of: label)
    let node = Node(.button, in: context, text: label.firstText, children: label)
    node.tapAction = { context.environment.navigation?.show(value) }
    return [node]
  }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension NavigationLink where Destination == Never {
  public nonisolated init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.value = value
  }
}

/// The way to a path, wherever it is kept.
nonisolated struct PathAccess {
  let read: () -> [AnyHashable]
  let show: (any Hashable) -> Void
  let goBack: () -> Void
}

/// Where the links of one stack lead to.
@MainActor
final class Navigation {
  private let access: PathAccess

  init(_ access: PathAccess) {
    self.access = access
  }

  convenience init(_ cell: StateCell<[AnyHashable]>) {
    self.init(
      PathAccess {
        cell.value
      } show: { value in
        cell.value.append(AnyHashable(value))
      } goBack: {
        cell.value.removeLast()
      }
    )
  }

  var path: [AnyHashable] { access.read() }

  func show(_ value: any Hashable) { access.show(value) }

  func goBack() {
    if !path.isEmpty { access.goBack() }
  }
}

private struct NavigationKey: EnvironmentKey {
  static var defaultValue: Navigation? { nil }
}

extension EnvironmentValues {
  var navigation: Navigation? {
    get { self[NavigationKey.self] }
    set { self[NavigationKey.self] = newValue }
  }
}

nonisolated struct DestinationModifier<Value: Hashable, Destination: View>: PrimitiveModifier {
  typealias Body = Never

  let destination: (Value) -> Destination

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let values = (context.environment.navigation?.path ?? []).compactMap { $0.base as? Value }
    var base = context.appending("base")
    base.isCovered = base.isCovered || !values.isEmpty
    return content(base)
      + values.enumerated().map { index, value in
        var context = context.appending("destination \(index) \(value.hashValue)")
        context.isCovered = context.isCovered || index < values.count - 1
        let navigation = context.environment.navigation
        context.environment.setDismiss { navigation?.goBack() }
        let node = Node(
          .destination,
          in: context,
          children: context.nodes(of: destination(value))
        )
        node.dismissAction = { navigation?.goBack() }
        return node
      }
  }
}

@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension View {
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type,
    @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modifier(DestinationModifier(destination: destination))
  }
}

/// Shows a value above the path of the stack.
nonisolated struct ItemDestinationModifier<Value: Hashable, Destination: View>: PrimitiveModifier {
  typealias Body = Never

  let item: Binding<Value?>
  let destination: (Value) -> Destination

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    var base = context.appending("base")
    guard let value = item.wrappedValue else { return content(base) }
    base.isCovered = true
    var context = context.appending("item \(value.hashValue)")
    context.environment.setDismiss { item.wrappedValue = nil }
    let node = Node(.destination, in: context, children: context.nodes(of: destination(value)))
    node.dismissAction = { item.wrappedValue = nil }
    return content(base) + [node]
  }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension View {
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>,
    @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modifier(ItemDestinationModifier(item: item, destination: destination))
  }
}
