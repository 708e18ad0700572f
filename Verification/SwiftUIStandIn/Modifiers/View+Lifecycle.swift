nonisolated struct Appearance: PrimitiveModifier {
  typealias Body = Never

  var appear: (() -> Void)?
  var disappear: (() -> Void)?

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let context = context.appending("appearance")
    context.notePresence(
      appear: { appear?() },
      disappear: { disappear?() }
    )
    return content(context)
  }
}

nonisolated struct TaskModifier<ID: Equatable>: PrimitiveModifier {
  typealias Body = Never

  let id: ID
  let priority: TaskPriority
  let action: @Sendable () async -> Void

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let context = context.appending("task")
    let start = { [weak host = context.host, path = context.path] in
      host?.startTask(at: path, priority: priority, action) ?? ()
    }
    context.notePresence(
      appear: start,
      disappear: { [weak host = context.host, path = context.path] in host?.cancelTask(at: path) }
    )
    let isCovered = context.isCovered
    context.host.noteValue(id, at: context.path + " id", initial: false) { _, _ in
      if !isCovered { start() }
    }
    return content(context)
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
    modifier(Appearance(appear: action))
  }

  public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    modifier(Appearance(disappear: action))
  }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension View {
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    modifier(TaskModifier(id: 0, priority: priority, action: action))
  }

  public nonisolated func task<T: Equatable>(
    id value: T,
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    modifier(TaskModifier(id: value, priority: priority, action: action))
  }
}

nonisolated struct ChangeModifier<Value: Equatable>: PrimitiveModifier {
  typealias Body = Never

  let value: Value
  let initial: Bool
  let action: (Value, Value) -> Void

  @MainActor func render(in context: RenderContext, content: (RenderContext) -> [Node]) -> [Node] {
    let context = context.appending("change")
    context.host.noteValue(value, at: context.path, initial: initial, action)
    return content(context)
  }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension View {
  public nonisolated func onChange<V: Equatable>(
    of value: V,
    initial: Bool = false,
    _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View {
    modifier(ChangeModifier(value: value, initial: initial, action: action))
  }

  public nonisolated func onChange<V: Equatable>(
    of value: V,
    initial: Bool = false,
    _ action: @escaping () -> Void
  ) -> some View {
    modifier(ChangeModifier(value: value, initial: initial) { _, _ in action() })
  }
}
