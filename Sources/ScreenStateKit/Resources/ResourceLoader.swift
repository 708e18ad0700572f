import Foundation
import Logging
import StateCore
import StateFields

/// A loader for a resource of a state that may be deallocated during the load.
struct ResourceLoader<State: ResourceState, Value: Sendable>: Sendable {
  /// A closure that creates the key path, which is bound to the main actor.
  typealias Property = @MainActor @Sendable () -> ReferenceWritableKeyPath<State, Resource<Value>>

  private let resource: Property
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let state: @Sendable () -> State?

  init(
    _ resource: @escaping Property,
    _ policy: RetryPolicy,
    _ clock: any Clock<Duration>,
    of state: @escaping @Sendable () -> State?
  ) {
    self.resource = resource
    self.policy = policy
    self.clock = clock
    self.state = state
  }

  nonisolated(nonsending) func load(
    staleAfter age: Duration?,
    _ fetch: () async throws -> Value
  ) async throws -> Bool {
    guard let load = try await begin(ifStaleAfter: age) else { return false }
    var attempt = 1
    while true {
      do {
        let value = try await fetch()
        return try await finish(load, value)
      } catch {
        guard try await isRepeated(load, after: error, attempt: attempt) else { return false }
        attempt += 1
      }
    }
  }

  /// Starts a load, unless the resource is fresh.
  @MainActor
  private func begin(ifStaleAfter age: Duration?) throws -> Resource<Value>.Load? {
    try Task.checkCancellation()
    guard let state = state() else { throw CancellationError() }
    // The load depends on the current state, not on the state that time travel shows.
    CoreListening.willWrite?(state)
    if let age {
      let known = state[keyPath: resource()]
      if known.isBeingLoaded || !known.isStale(after: age, at: StoreEnvironment.current.now) {
        return nil
      }
    }
    var load: Resource<Value>.Load?
    _ = change {
      load = $0.start()
      return true
    }
    return load
  }

  /// Applies a value, unless the task was cancelled meanwhile, even if `fetch` has ignored the cancellation.
  @MainActor
  private func finish(_ load: Resource<Value>.Load, _ value: Value) throws -> Bool {
    try CurrentWork.checkCancellation()
    return change { $0.finish(value, for: load, at: StoreEnvironment.current.now) }
  }

  /// Waits for the next attempt.
  ///
  /// - Returns: `false` if the load is no longer the current one.
  /// - Throws: The error, if no other attempt follows.
  private nonisolated(nonsending) func isRepeated(
    _ load: Resource<Value>.Load,
    after error: any Error,
    attempt: Int
  ) async throws -> Bool {
    if CurrentWork.isCancelled {
      _ = await change { $0.cancel(load) }
      throw CancellationError()
    }
    guard policy.shouldRetry(error),
      let pause = policy.delay(afterAttempt: attempt, random: .random(in: 0...1))
    else {
      // Check again in the same job as the change, because a cancel may have arrived since.
      let isTaken = await change {
        CurrentWork.isCancelled ? $0.cancel(load) : $0.fail(error, for: load)
      }
      guard isTaken else {
        logger.debug(
          "A load failed after it was cancelled or replaced",
          metadata: ["error": "\(describeForLog(error: error))"]
        )
        return false
      }
      try CurrentWork.checkCancellation()
      throw error
    }
    // Compute the deadline before the pause becomes visible, so that advancing the clock in response reaches it.
    let deadline = clock.deadline(after: pause)
    let date = StoreEnvironment.current.now + pause / .seconds(1)
    guard await change({ $0.fail(error, for: load, nextAttempt: attempt + 1, at: date) }) else {
      return false
    }
    do {
      try await deadline.pause()
      try Task.checkCancellation()
    } catch {
      _ = await change { $0.cancel(load) }
      throw CancellationError()
    }
    return await change { $0.beginAttempt(of: load) }
  }

  // MARK: Repeated loads

  nonisolated(nonsending) func keepFresh(
    staleAfter age: Duration,
    every interval: Duration?,
    on events: [any AsyncSequence & Sendable],
    _ fetch: () async throws -> Value
  ) async throws {
    if let interval, interval <= .zero {
      logger.error(
        """
        A resource can't reload every \(interval.messageText): the interval must be \
        greater than zero
        """
      )
    }
    let interval = interval.flatMap { $0 > .zero ? $0 : nil }
    let requests = ResourceRequests()
    let listeners = await listen(to: events, requests)
    defer { for listener in listeners { listener.cancel() } }
    try await loadQuietly(staleAfter: age, fetch)
    while true {
      let timer = interval.map { clock.startTimer(after: $0) { requests.add(.interval) } }
      defer { timer?.cancel() }
      let request = try await requests.next()
      switch request {
      case .interval: try await loadQuietly(staleAfter: nil, fetch)
      case .event: try await loadQuietly(staleAfter: age, fetch)
      case .invalidation: try await loadQuietly(staleAfter: longestDuration, fetch)
      }
    }
  }

  /// Loads and leaves a failure to the content.
  private nonisolated(nonsending) func loadQuietly(
    staleAfter age: Duration?,
    _ fetch: () async throws -> Value
  ) async throws {
    do {
      _ = try await load(staleAfter: age, fetch)
    } catch {
      try Task.checkCancellation()
      guard state() != nil else { throw CancellationError() }
    }
  }

  /// Observes the events and the invalidations of the resource.
  @MainActor
  private func listen(
    to events: [any AsyncSequence & Sendable],
    _ requests: ResourceRequests
  ) -> [Task<Void, Never>] {
    guard let state = state() else { return [] }
    let counts = state.values(of: resource().appending(path: \.invalidationCount))
    var known = state[keyPath: resource()].invalidationCount
    let ofState = ImmediateTask.start { @MainActor in
      // Each change of the resource produces a count, usually an unchanged one.
      for await count in counts where count != known {
        known = count
        requests.add(.invalidation)
      }
      requests.end()
    }
    return [ofState]
      + events.map { events in
        ImmediateTask.start { await Self.forward(events, to: requests) }
      }
  }

  @concurrent
  private static func forward(
    _ events: some AsyncSequence & Sendable,
    to requests: ResourceRequests
  ) async {
    do {
      for try await _ in events { requests.add(.event) }
    } catch {
      logger.error(
        "A sequence of events that reloads a resource failed",
        metadata: ["error": "\(describeForLog(error: error))"]
      )
    }
  }

  // MARK: Resource

  /// Changes the resource, if its state still exists.
  @MainActor
  private func change(_ change: (inout Resource<Value>) -> Bool) -> Bool {
    var isTaken = false
    withStateTransaction(animation: .smooth) {
      guard let state = state() else { return }
      CoreListening.willWrite?(state)
      isTaken = change(&state[keyPath: resource()])
    }
    return isTaken
  }
}
