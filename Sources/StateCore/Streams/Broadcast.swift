/// A broadcast that delivers each element to all current subscribers, in the same order, from any context.
///
/// `emit` and `finish` take effect before they return. When the broadcast is deallocated, its subscribers end after the
/// elements that they haven't received yet.
package final class Broadcast<Element: Sendable>: Sendable {
  package typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy

  private let bufferingPolicy: BufferingPolicy
  private let table: Locked<BroadcastTable<Element, AsyncStream<Element>.Continuation>>

  /// Creates a broadcast.
  ///
  /// `bufferingPolicy` determines which elements are kept for a subscriber until it takes them.
  package init(
    first: Element? = nil,
    replaysLatest: Bool,
    bufferingPolicy: BufferingPolicy = .unbounded
  ) {
    self.bufferingPolicy = bufferingPolicy
    table = Locked(BroadcastTable(first: first, replaysLatest: replaysLatest))
  }

  deinit {
    finish()
  }

  package var subscriberCount: Int { table.withLock { $0.count } }

  /// Adds a subscriber.
  ///
  /// It receives the elements that are emitted after this call returns.
  package func subscribe() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream(
      bufferingPolicy: bufferingPolicy
    )
    // Elements are delivered under the lock, so that all subscribers receive them in the same order.
    let subscription = table.withLock { table in
      let subscription = table.subscribe(continuation)
      if case .active(_, .some(let latest)) = subscription { continuation.yield(latest) }
      return subscription
    }
    switch subscription {
    case .active(let id, _):
      continuation.onTermination = { [weak self] _ in self?.unsubscribe(id) }
    case .finished(let latest):
      if let latest { continuation.yield(latest) }
      continuation.finish()
    }
    return stream
  }

  package func emit(_ element: Element) {
    // Discarded elements are released outside the lock, because their `deinit` may call back.
    var dropped: [Element] = []
    let previous = table.withLock { table in
      table.emit(element) { subscriber in
        if case .dropped(let element) = subscriber.yield(element) { dropped.append(element) }
      }
    }
    withExtendedLifetime((previous, dropped)) {}
  }

  package func finish() {
    for continuation in table.withLock({ $0.finish() }) { continuation.finish() }
  }

  private func unsubscribe(_ id: Int) {
    table.withLockReleasing { $0.unsubscribe(id) }
  }
}
