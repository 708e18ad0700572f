public import StateCore

extension ResourceState {
  /// Loads the confirmed value of a resource with pending changes, which stay on top; see the other `load`.
  @discardableResult
  public nonisolated(nonsending) func load<Value: Sendable>(
    _ resource:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        Self, Resource<OptimisticValue<Value>>
      >,
    staleAfter: Duration? = nil,
    retry: RetryPolicy = .never,
    clock: (any Clock<Duration>)? = nil,
    _ fetch: () async throws -> Value
  ) async throws -> Bool {
    let loader = ResourceLoader(resource, retry, clock ?? StoreEnvironment.current.clock) { self }
    return try await loader.load(staleAfter: staleAfter) { OptimisticValue(try await fetch()) }
  }

  /// Keeps the confirmed value of a resource with pending changes fresh; see the other `keepFresh`.
  public nonisolated(nonsending) func keepFresh<Value: Sendable>(
    _ resource:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        Self, Resource<OptimisticValue<Value>>
      >,
    staleAfter: Duration = .zero,
    every interval: Duration? = nil,
    on events: any AsyncSequence & Sendable...,
    retry: RetryPolicy = .never,
    clock: (any Clock<Duration>)? = nil,
    _ fetch: () async throws -> Value
  ) async throws {
    let loader = ResourceLoader(resource, retry, clock ?? StoreEnvironment.current.clock) { self }
    try await loader.keepFresh(staleAfter: staleAfter, every: interval, on: events) {
      OptimisticValue(try await fetch())
    }
  }
}

extension ScreenStore where AScreenState: ResourceState {
  /// Loads the confirmed value of a resource with pending changes, which stay on top; see the other `load`.
  @discardableResult
  public func load<Value: Sendable>(
    _ resource:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        AScreenState, Resource<OptimisticValue<Value>>
      >,
    staleAfter: Duration? = nil,
    retry: RetryPolicy = .never,
    _ fetch: () async throws -> Value
  ) async throws -> Bool {
    let loader = ResourceLoader(resource, retry, binding.clock) { [binding] in
      binding.stateToLoad(of: Self.self)
    }
    return try await loader.load(staleAfter: staleAfter) { OptimisticValue(try await fetch()) }
  }

  /// Keeps the confirmed value of a resource with pending changes fresh; see the other `keepFresh`.
  public func keepFresh<Value: Sendable>(
    _ resource:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        AScreenState, Resource<OptimisticValue<Value>>
      >,
    staleAfter: Duration = .zero,
    every interval: Duration? = nil,
    on events: any AsyncSequence & Sendable...,
    retry: RetryPolicy = .never,
    _ fetch: () async throws -> Value
  ) async throws {
    let loader = ResourceLoader(resource, retry, binding.clock) { [binding] in
      binding.stateToLoad(of: Self.self)
    }
    try await loader.keepFresh(staleAfter: staleAfter, every: interval, on: events) {
      OptimisticValue(try await fetch())
    }
  }
}
