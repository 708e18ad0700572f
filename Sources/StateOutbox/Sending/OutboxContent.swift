import Foundation
import StateQueries

/// The patches of unsettled changes in the content of a cache, in the order of the queue.
@MainActor
final class OutboxContent {
  private struct Shown {
    let change: any OutboxChange
    /// The number of the patch in the cache.
    var patch: Int
    /// The place in the order.
    var place: Int
  }

  private let queries: QueryCache
  private var shown: [UUID: Shown] = [:]
  /// The place of the last patch.
  private var lastPlace = 0

  init(_ queries: QueryCache) {
    self.queries = queries
  }

  var count: Int { shown.count }

  /// Shows the patch of a change behind those that `isBefore` names; an earlier patch of the change is exchanged.
  func show(
    _ change: any OutboxChange,
    _ key: UUID,
    isLast: Bool,
    isBefore: (UUID) -> Bool
  ) {
    if isLast, shown[key] == nil {
      lastPlace += 1
      shown[key] = Shown(change: change, patch: queries.beginChange(of: change), place: lastPlace)
      return
    }
    hide(key)
    // The later patches are applied again, on top of this one.
    let later = shown.filter { !isBefore($0.key) }.sorted { $0.value.place < $1.value.place }
    for (_, shown) in later.reversed() { queries.rollBack(shown.patch) }
    lastPlace += 1
    shown[key] = Shown(change: change, patch: queries.beginChange(of: change), place: lastPlace)
    for (key, var entry) in later {
      lastPlace += 1
      (entry.patch, entry.place) = (queries.beginChange(of: entry.change), lastPlace)
      shown[key] = entry
    }
  }

  func hide(_ key: UUID) {
    guard let shown = shown.removeValue(forKey: key) else { return }
    queries.rollBack(shown.patch)
  }

  func hideAll() {
    for shown in shown.values { queries.rollBack(shown.patch) }
    shown = [:]
  }

  /// Makes the patch of a change part of the content, with what its answer contains.
  func commit(_ key: UUID, _ change: (any OutboxChange)?, _ answer: (any Sendable)?) {
    guard let shown = shown.removeValue(forKey: key) else {
      guard let change else { return }
      return commit(change, queries.beginChange(of: change), answer)
    }
    let change = change ?? shown.change
    commit(change, shown.patch, answer)
  }

  private func commit<Change: OutboxChange>(
    _ change: Change,
    _ patch: Int,
    _ answer: (any Sendable)?
  ) {
    // Without an answer, a cast to an optional type would make one.
    queries.commit(patch, of: change, answer.flatMap { $0 as? Change.Answer })
  }
}
