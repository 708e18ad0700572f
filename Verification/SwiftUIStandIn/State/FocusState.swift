@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
  @propertyWrapper
  public struct Binding {
    let location: StateLocation<Value>

    public var wrappedValue: Value {
      get { location.value }
      nonmutating set { location.value = newValue }
    }

    public var projectedValue: FocusState<Value>.Binding { self }
  }

  private let location: StateLocation<Value>

  public init() where Value == Bool {
    location = StateLocation(false)
  }

  public init<T: Hashable>() where Value == T? {
    location = StateLocation(nil)
  }

  public var wrappedValue: Value {
    get { location.value }
    nonmutating set { location.value = newValue }
  }

  public var projectedValue: FocusState<Value>.Binding { Binding(location: location) }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension FocusState: InstalledProperty {
  func install(in context: RenderContext) {
    let cell = context.host.cell(at: context.path, initialValue: location.initialValue)
    location.cell = cell
    let none = location.initialValue
    context.host.noteFocus(
      cell,
      isNone: { cell.value == none },
      reset: { cell.value = none }
    )
  }
}

nonisolated struct FocusedModifier<Value: Hashable>: PrimitiveModifier {
  typealias Body = Never

  let binding: FocusState<Value>.Binding
  let value: Value

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let nodes = content(context)
    let isFocused = binding.wrappedValue == value
    if isFocused, !nodes.isEmpty, let cell = binding.location.cell {
      context.host.noteTakenFocus(cell)
    }
    for node in nodes {
      node.isFocused = isFocused
      node.focusAction = { binding.wrappedValue = value }
    }
    return nodes
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension View {
  public nonisolated func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding,
    equals value: Value
  ) -> some View {
    modifier(FocusedModifier(binding: binding, value: value))
  }

  public nonisolated func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    modifier(FocusedModifier(binding: condition, value: true))
  }
}
