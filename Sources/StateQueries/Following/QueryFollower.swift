import ScreenStateKit
import StateCore

/// A call of `follow`, which writes an entry into a property until the caller is cancelled.
@MainActor
final class QueryFollower<State: ResourceState, Query: ResourceQuery>: PropertyFollower {
  typealias Property = ReferenceWritableKeyPath<State, Resource<Query.Value>>

  private weak var state: State?
  private let property: Property
  private let key: FollowedProperties.Key
  private let query: Query
  private weak var cache: QueryCache?
  /// Makes a change with the cause of the caller.
  private let cause: (@MainActor (_ change: () -> Void) -> Void)?
  /// The content of another query, until the entry has content.
  private var previous: Resource<Query.Value>?
  /// The resource that was written last.
  private var written: Resource<Query.Value>?
  private var watch: QueryWatch?
  private var waiter: TimerContinuation<Void>?
  private var hasEnded = false
  /// Whether the cache has ended the watch, after which the property stays empty.
  private var hasWatchEnded = false
  private nonisolated let cancellation = Locked(false)

  private init(
    _ query: Query,
    in cache: QueryCache,
    _ state: State,
    _ property: Property,
    keepsPrevious: Bool
  ) {
    self.query = query
    self.cache = cache
    self.state = state
    self.property = property
    key = FollowedProperties.Key(state: ObjectIdentifier(state), property: property)
    cause = CoreListening.keepCauseForContent?()
    if keepsPrevious {
      CoreListening.willWrite?(state)
      previous = state[keyPath: property]
    }
  }

  nonisolated var isCancelled: Bool { cancellation.withLock { $0 } }

  func isOf(_ state: AnyObject) -> Bool { self.state === state }

  func state(following key: QueryKey, in cache: QueryCache) -> AnyObject? {
    guard self.cache === cache, !isCancelled, key.query as? Query == query else { return nil }
    return state
  }

  /// Follows a query until the caller is cancelled.
  ///
  /// - Throws: `CancellationError`.
  static func follow(
    _ query: Query,
    _ property: @MainActor @Sendable () -> Property,
    keepsPrevious: Bool,
    _ state: @Sendable () -> State?
  ) async throws {
    // No suspension separates these calls, so nothing can cancel the caller and change the entry between them.
    let follower = try begin(query, property, keepsPrevious, state)
    let endProviding = CoreListening.providesContent?()
    await follower.waitForEnd()
    endProviding?()
    throw CancellationError()
  }

  private static func begin(
    _ query: Query,
    _ property: @MainActor @Sendable () -> Property,
    _ keepsPrevious: Bool,
    _ state: @Sendable () -> State?
  ) throws -> QueryFollower {
    try CurrentWork.checkCancellation()
    guard let state = state() else { throw CancellationError() }
    let cache = StoreEnvironment.current.queries
    let follower = QueryFollower(
      query,
      in: cache,
      state,
      property(),
      keepsPrevious: keepsPrevious
    )
    FollowedProperties.begin(follower, follower.key, of: state)
    follower.watch = cache.watch(query) { [weak follower] in
      follower?.show($0, goesOn: $1, by: $2)
    }
    return follower
  }

  private func waitForEnd() async {
    await withTimerContinuation { continuation in
      if hasEnded { continuation.resume(returning: ()) } else { waiter = continuation }
    } onCancel: {
      cancellation.withLock { $0 = true }
      MainThread.run { self.end() }
    }
  }

  private func end() {
    hasEnded = true
    watch?.cancel()
    watch = nil
    showEndOfLoad()
    FollowedProperties.end(self, key)
    waiter.take()?.resume(returning: ())
  }

  private func show(
    _ resource: Resource<Query.Value>,
    goesOn: Bool,
    by writer: (any ContentNote)?
  ) {
    if !goesOn { hasWatchEnded = true }
    guard !hasEnded, !isCancelled, let state, FollowedProperties.isWriter(self, key) else { return }
    if resource.loadedAt != nil || !goesOn { previous = nil }
    let shown = previous.map { resource.keeping($0) } ?? resource
    guard let writer else { return write(shown, to: state) }
    written = shown
    writer.write { state.show(shown, in: property) }
  }

  /// Ends the load that the property shows, because no one writes its end from now on.
  private func showEndOfLoad() {
    guard let state, FollowedProperties.isWriter(self, key) else { return }
    CoreListening.willWrite?(state)
    if let ended = state[keyPath: property].endingLoad() { write(ended, to: state) }
  }

  func showAgain() {
    guard !hasEnded, !isCancelled, let state, let cache, let written,
      FollowedProperties.isWriter(self, key)
    else { return }
    CoreListening.willWrite?(state)
    if state[keyPath: property].hasSameVersion(as: written) { return }
    let resource = hasWatchEnded ? Resource() : cache.unobservedResource(of: query)
    show(resource, goesOn: !hasWatchEnded, by: nil)
  }

  private func write(_ resource: Resource<Query.Value>, to state: State) {
    written = resource
    if let cause {
      cause { state.show(resource, in: property) }
    } else {
      state.show(resource, in: property)
    }
  }
}
