/// Delivers each element to every subscriber there is, in one order, from any context.
///
/// `emit` and `finish` take effect before they return. When the broadcast goes away its subscribers
/// are ended, after the elements that they have not taken yet.
package final class Broadcast<Element: Sendable>: Sendable {
  private let table: Locked<BroadcastTable<Element, AsyncStream<Element>.Continuation>>

  package init(first: Element? = nil, replaysLatest: Bool) {
    table = Locked(BroadcastTable(first: first, replaysLatest: replaysLatest))
  }

  deinit {
    finish()
  }

  package var subscriberCount: Int { table.withLock { $0.count } }

  /// Registers a subscriber; elements emitted after this call returns reach it.
  package func subscribe() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream<Element>.makeStream()
    // Elements are handed over under the lock: this is what keeps their order the same for all.
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
    let previous = table.withLock { table in
      table.emit(element) { $0.yield(element) }
    }
    _ = previous
  }

  package func finish() {
    for continuation in table.withLock({ $0.finish() }) { continuation.finish() }
  }

  private func unsubscribe(_ id: Int) {
    _ = table.withLock { $0.unsubscribe(id) }
  }
}
