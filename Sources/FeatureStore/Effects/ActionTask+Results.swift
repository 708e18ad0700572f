extension ActionTask {
  /// Creates an effect that works outside the main actor and then changes the state with the result.
  ///
  /// `apply` runs on the main actor, and only if the effect was not cancelled or replaced in the meantime, even if the
  /// work ignores cancellation. A new effect with the same id replaces this one.
  public static func run<ID: TaskID, Value: Sendable>(
    id: ID,
    name: String? = nil,
    operation: @concurrent @escaping @Sendable () async throws -> Value,
    apply: @escaping @MainActor (_ result: Value, _ state: State) -> Void
  ) -> ActionTask {
    work(name, Options(key: effectKey(id)), operation) { value, environment in
      let state = unsafeDowncast(environment, to: Environment.self).state
      environment.change { apply(value, state) }
    }
  }

  /// Creates an effect that works outside the main actor and then changes the state with the result.
  ///
  /// `apply` runs on the main actor, and only if the effect was not cancelled in the meantime, even if the work ignores
  /// cancellation.
  public static func run<Value: Sendable>(
    name: String? = nil,
    operation: @concurrent @escaping @Sendable () async throws -> Value,
    apply: @escaping @MainActor (_ result: Value, _ state: State) -> Void
  ) -> ActionTask {
    work(name, Options(), operation) { value, environment in
      let state = unsafeDowncast(environment, to: Environment.self).state
      environment.change { apply(value, state) }
    }
  }

  /// Creates an effect that works outside the main actor and then sends an action with the result.
  ///
  /// For example, `.run(id: "search", operation: { try await search(query) }, send: Action.found)`. The action is sent
  /// only if the effect was not cancelled or replaced in the meantime, even if the work ignores cancellation. A new
  /// effect with the same id replaces this one.
  public static func run<ID: TaskID, Value: Sendable>(
    id: ID,
    name: String? = nil,
    operation: @concurrent @escaping @Sendable () async throws -> Value,
    send action: @escaping @MainActor (_ result: Value) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ActionTask {
    let origin = SendOrigin(fileID: fileID, line: line)
    return work(name, Options(key: effectKey(id)), operation) {
      unsafeDowncast($1, to: Environment.self).sender.send(action($0), origin)
    }
  }

  /// Creates an effect that works outside the main actor and then sends an action with the result.
  ///
  /// The action is sent only if the effect was not cancelled in the meantime, even if the work ignores cancellation.
  public static func run<Value: Sendable>(
    name: String? = nil,
    operation: @concurrent @escaping @Sendable () async throws -> Value,
    send action: @escaping @MainActor (_ result: Value) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ActionTask {
    let origin = SendOrigin(fileID: fileID, line: line)
    return work(name, Options(), operation) {
      unsafeDowncast($1, to: Environment.self).sender.send(action($0), origin)
    }
  }

  private static func work<Value: Sendable>(
    _ name: String?,
    _ options: Options,
    _ operation: @concurrent @escaping @Sendable () async throws -> Value,
    _ finish: @escaping @MainActor (Value, any EffectEnvironment) -> Void
  ) -> ActionTask {
    let run: Effect.Operation = { environment in
      let value = try await operation()
      // A cancelled effect has no visible result.
      if EffectContext.isCurrentCancelled { return }
      finish(value, environment)
    }
    return ActionTask(Effect(.run(run), name: name, options: options))
  }
}
