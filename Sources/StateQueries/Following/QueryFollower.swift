import ScreenStateKit
import StateCore

/// A call of `follow`, which writes an entry into a property until the caller is cancelled.
@MainActor
final class QueryFollower<State: ResourceState, Query: ResourceQuery>: PropertyFollower {
  typealias Property = ReferenceWritableKeyPath<State, Resource<Query.Value>>

  private weak var state: State?
  private let property: Property
  private let key: FollowedProperties.Key
  /// Makes a change with the cause of the caller.
  private let cause: (@MainActor (_ change: () -> Void) -> Void)?
  /// The content of another query, until the entry has content.
  private var previous: Resource<Query.Value>?
  private var watch: QueryWatch?
  private var waiter: TimerContinuation<Void>?
  private var hasEnded = false
  private nonisolated let cancellation = Locked(false)

  private init(_ state: State, _ property: Property, keepsPrevious: Bool) {
    self.state = state
    self.property = property
    key = FollowedProperties.Key(state: ObjectIdentifier(state), property: property)
    cause = CoreListening.keepCause?()
    if keepsPrevious {
      CoreListening.willWrite?(state)
      previous = state[keyPath: property]
    }
  }

  nonisolated var isCancelled: Bool { cancellation.withLock { $0 } }

  func isOf(_ state: AnyObject) -> Bool { self.state === state }

  /// Follows a query until the caller is cancelled.
  ///
  /// - Throws: `CancellationError`.
  nonisolated(nonsending) static func follow(
    _ query: Query,
    _ property: @MainActor @Sendable () -> Property,
    keepsPrevious: Bool,
    _ state: @Sendable () -> State?
  ) async throws {
    let follower = try await begin(query, property, keepsPrevious, state)
    await follower.waitForEnd()
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
    let follower = QueryFollower(state, property(), keepsPrevious: keepsPrevious)
    FollowedProperties.begin(follower, follower.key, of: state)
    follower.watch = StoreEnvironment.current.queries.watch(query) { [weak follower] in
      follower?.show($0, goesOn: $1)
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

  private func show(_ resource: Resource<Query.Value>, goesOn: Bool) {
    guard !hasEnded, !isCancelled, let state, FollowedProperties.isWriter(self, key) else { return }
    if resource.loadedAt != nil || !goesOn { previous = nil }
    write(previous.map { resource.keeping($0) } ?? resource, to: state)
  }

  /// Ends the load that the property shows, because no one writes its end from now on.
  private func showEndOfLoad() {
    guard let state, FollowedProperties.isWriter(self, key) else { return }
    CoreListening.willWrite?(state)
    if let ended = state[keyPath: property].endingLoad() { write(ended, to: state) }
  }

  private func write(_ resource: Resource<Query.Value>, to state: State) {
    if let cause {
      cause { state.show(resource, in: property) }
    } else {
      state.show(resource, in: property)
    }
  }
}
