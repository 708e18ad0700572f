public import Observation
public import StateCore

/// A state class whose resources are loaded by key path, in both styles.
///
/// Each `ScreenState` is one. The state of a feature that is none says so: `final class State: ResourceState`.
@MainActor
public protocol ResourceState: AnyObject, Observable, Sendable {}

extension ScreenState: ResourceState {}

extension ResourceState {
  /// Loads a resource with `fetch`, unless it is fresh.
  ///
  /// The result of a load that ends after a later one has started changes nothing. A cancel leaves the content as it was.
  ///
  /// - Parameters:
  ///   - resource: The property, such as `\.words`.
  ///   - staleAfter: The age from which on it is loaded; without one it is loaded at any age. With one, a load
  ///     that is out already counts as fresh.
  ///   - retry: Whether and when attempts that fail are repeated; the resource shows the pauses.
  ///   - clock: Measures the pauses; by default the clock of the store whose effect this is.
  ///   - fetch: Loads the value; it is called for each attempt.
  /// - Returns: Whether the value of `fetch` is in the resource; `false` if it was fresh or a later load has started.
  /// - Throws: The error of the last attempt, unless a later load has started; after a cancel, a `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func load<Value: Sendable>(
    _ resource:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        Self, Resource<Value>
      >,
    staleAfter: Duration? = nil,
    retry: RetryPolicy = .never,
    clock: (any Clock<Duration>)? = nil,
    _ fetch: () async throws -> Value
  ) async throws -> Bool {
    let loader = ResourceLoader(resource, retry, clock ?? StoreEnvironment.current.clock) { self }
    return try await loader.load(staleAfter: staleAfter, fetch)
  }

  /// Loads a resource, and again and again, until the calling task is cancelled: for work that lasts as long as a view.
  ///
  /// It is loaded if it is stale, when `interval` has passed since the load before has ended, when one of `events` has an
  /// element and it is stale then, and when it was invalidated. Requests that come while it loads are one. A load that
  /// fails is shown by the resource, and the next one comes as after any other.
  ///
  /// - Parameters:
  ///   - resource: The property, such as `\.words`.
  ///   - staleAfter: The age from which on an event, and the call itself, load; zero is any age.
  ///   - interval: The pause between loads; without one they have other reasons.
  ///   - events: Sequences whose elements ask for a load, such as that the app has come to the foreground.
  ///   - retry: Whether and when attempts that fail are repeated.
  ///   - clock: Measures pauses and intervals; by default the clock of the store whose effect this is.
  ///   - fetch: Loads the value; it is called for each attempt.
  /// - Throws: `CancellationError`.
  public nonisolated(nonsending) func keepFresh<Value: Sendable>(
    _ resource:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        Self, Resource<Value>
      >,
    staleAfter: Duration = .zero,
    every interval: Duration? = nil,
    on events: any AsyncSequence & Sendable...,
    retry: RetryPolicy = .never,
    clock: (any Clock<Duration>)? = nil,
    _ fetch: () async throws -> Value
  ) async throws {
    let loader = ResourceLoader(resource, retry, clock ?? StoreEnvironment.current.clock) { self }
    try await loader.keepFresh(staleAfter: staleAfter, every: interval, on: events, fetch)
  }
}

extension ScreenStore where AScreenState: ResourceState {
  /// Loads a resource of the state with `fetch`, unless it is fresh; see `ResourceState`.
  ///
  /// Unlike the state's own function it does not keep the state alive meanwhile, so that the end of the screen cancels
  /// it. Pauses are those of the binding's clock.
  @discardableResult
  public func load<Value: Sendable>(
    _ resource:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        AScreenState, Resource<Value>
      >,
    staleAfter: Duration? = nil,
    retry: RetryPolicy = .never,
    _ fetch: () async throws -> Value
  ) async throws -> Bool {
    let loader = ResourceLoader(resource, retry, binding.clock) { [binding] in binding.state }
    return try await loader.load(staleAfter: staleAfter, fetch)
  }

  /// Loads a resource of the state again and again, until the action is cancelled; see `ResourceState`.
  ///
  /// Unlike the state's own function it does not keep the state alive meanwhile.
  public func keepFresh<Value: Sendable>(
    _ resource:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        AScreenState, Resource<Value>
      >,
    staleAfter: Duration = .zero,
    every interval: Duration? = nil,
    on events: any AsyncSequence & Sendable...,
    retry: RetryPolicy = .never,
    _ fetch: () async throws -> Value
  ) async throws {
    let loader = ResourceLoader(resource, retry, binding.clock) { [binding] in binding.state }
    try await loader.keepFresh(staleAfter: staleAfter, every: interval, on: events, fetch)
  }
}
