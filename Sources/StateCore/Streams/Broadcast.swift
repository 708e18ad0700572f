/// Delivers each element to every subscriber there is, in one order, from any context.
///
/// `emit` and `finish` take effect before they return. When the broadcast goes away its subscribers
/// are ended, after the elements that they have not taken yet.
package final class Broadcast<Element: Sendable>: Sendable {
  package typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy

  private let bufferingPolicy: BufferingPolicy
  private let table: Locked<BroadcastTable<Element, AsyncStream<Element>.Continuation>>

  /// Makes a broadcast; `bufferingPolicy` says what is kept for each subscriber until it takes it.
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

  /// Registers a subscriber; elements emitted after this call returns reach it.
  package func subscribe() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream(
      bufferingPolicy: bufferingPolicy
    )
    // Elements are handed over under the lock, so that their order is the same for all.
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
    // Elements that go are released outside the lock: its `deinit` may come back here.
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
