public import Observation
public import StateCore

/// A state class whose resources are loaded by key path, in both styles.
///
/// Each `ScreenState` conforms. If the state of a feature isn't a `ScreenState`, declare the conformance:
/// `final class State: ResourceState`.
@MainActor
public protocol ResourceState: AnyObject, Observable, Sendable {}

extension ScreenState: ResourceState {}

extension ResourceState {
  /// Loads a resource with `fetch`, unless it is fresh.
  ///
  /// All callers share one load, and a cancelled caller doesn't end it for the others. The last one that is cancelled
  /// restores the previous content. A load runs the `fetch` of one of its callers, usually of the latest.
  ///
  /// - Parameters:
  ///   - resource: The property, such as `\.words`.
  ///   - staleAfter: The age at which the content becomes stale; a load in flight is joined. If it is `nil`, the resource
  ///     is loaded at any age, once more after a load in flight.
  ///   - retry: The policy for failed attempts; the resource shows the pauses.
  ///   - clock: The clock that measures the pauses; by default, the clock of the store whose effect this is.
  ///   - fetch: A closure that loads the value and is called for each attempt.
  /// - Returns: Whether the content is from a load that this call has started or joined; `false` if it was fresh.
  /// - Throws: The error of the last attempt; after a cancel, or if the property was reset, a `CancellationError`.
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

  /// Loads a resource and keeps loading it until the calling task is cancelled, for work that lasts as long as a view.
  ///
  /// The resource is loaded when this function is called, and when one of `events` has an element, if it is stale then.
  /// It is also loaded when it is invalidated, and when `interval` has passed since the last load of any caller ended.
  /// Several callers share each load and the shortest interval. The resource shows a failed load, and the next load
  /// follows as after any other.
  ///
  /// - Parameters:
  ///   - resource: The property, such as `\.words`.
  ///   - staleAfter: The age from which an event, and the call itself, load the resource; zero means at any age.
  ///   - interval: The pause between loads; without it, no load depends on time.
  ///   - events: Sequences whose elements request a load, for example when the app enters the foreground.
  ///   - retry: The policy for failed attempts.
  ///   - clock: The clock that measures pauses and intervals; by default, the clock of the store whose effect this is.
  ///   - fetch: A closure that loads the value and is called for each attempt.
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
  /// Unlike the state's own function, it doesn't keep the state alive during the load, so the end of the screen cancels
  /// it. The binding's clock measures the pauses.
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
    let loader = ResourceLoader(resource, retry, binding.clock) { [binding] in
      binding.stateToLoad(of: Self.self)
    }
    return try await loader.load(staleAfter: staleAfter, fetch)
  }

  /// Keeps loading a resource of the state until the action is cancelled; see `ResourceState`.
  ///
  /// Unlike the state's own function, it doesn't keep the state alive.
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
    let loader = ResourceLoader(resource, retry, binding.clock) { [binding] in
      binding.stateToLoad(of: Self.self)
    }
    try await loader.keepFresh(staleAfter: staleAfter, every: interval, on: events, fetch)
  }
}
