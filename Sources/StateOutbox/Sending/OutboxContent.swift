import Foundation
import StateQueries

/// The patches of unsettled changes in the content of a cache, in the order of the queue.
///
/// Patches are shown and hidden together, with `flush(_:last:)`: many of one query then cost as much as one.
@MainActor
final class OutboxContent {
  private struct Shown {
    let change: any OutboxChange
    /// The number of the patch in the cache.
    let patch: Int
  }

  private let queries: QueryCache
  private var shown: [UUID: Shown] = [:]
  /// The changes of the patches.
  private var keys: [Int: UUID] = [:]
  /// The changes that are shown or hidden next, in the order of their commands; a hidden one has no value.
  private var waiting: [(key: UUID, change: (any OutboxChange)?)] = []
  /// The numbers of the first requests of the changes that the server may have; 0 for one of an earlier process.
  private var sends: [UUID: Int] = [:]
  /// The number of times that the cache was cleared, as far as is known.
  private var clearCount: Int
  /// The place up to which changes are older than the last clear.
  private var clearedThrough = Int.min
  /// The changes that had no place then.
  private var cleared: Set<UUID> = []
  /// The changes to which the app has given places of older ones since.
  private var renewed: Set<UUID> = []

  init(_ queries: QueryCache) {
    self.queries = queries
    clearCount = queries.clearCount
  }

  var count: Int { shown.count }
  /// The number of changes about which more is noted than that they show.
  var noteCount: Int { sends.count + cleared.count + renewed.count }

  /// Notes that the patch of a change is to be shown; an earlier patch of the change is exchanged.
  func show(_ change: any OutboxChange, _ key: UUID) { waiting.append((key, change)) }

  func hide(_ key: UUID) { waiting.append((key, nil)) }

  // MARK: Requests

  /// Notes that a request with a change is sent now.
  ///
  /// - Returns: Its number among all requests of the cache.
  func send(_ key: UUID) -> Int {
    let number = queries.nextSend()
    if sends[key] == nil {
      sends[key] = number
      if let patch = shown[key]?.patch { queries.noteSend(of: patch, at: number) }
    }
    return number
  }

  /// Notes that an earlier process has sent a change.
  func noteEarlierSend(_ key: UUID) { sends[key] = 0 }

  /// Whether an earlier process has sent the change.
  func wasSentEarlier(_ key: UUID) -> Bool { sends[key] == 0 }

  /// Notes that the server has refused a change, so that no content contains it.
  func noteRefusal(_ key: UUID) {
    sends[key] = nil
    if let change = shown[key]?.change { waiting.append((key, change)) }
  }

  /// Forgets a change that has left the queue.
  func forget(_ key: UUID) {
    sends[key] = nil
    cleared.remove(key)
    renewed.remove(key)
  }

  // MARK: Patches

  /// Shows and hides what was noted.
  ///
  /// - Parameters:
  ///   - place: The place of a change in the queue, or `nil` if it isn't there.
  ///   - last: The last place of the queue.
  func flush(_ place: (UUID) -> Int?, last: Int) {
    guard !waiting.isEmpty else { return }
    noteClear(place, last: last)
    var changes: [UUID: any OutboxChange] = [:]
    var touched: [UUID] = []
    var known: Set<UUID> = []
    for (key, change) in waiting {
      if known.insert(key).inserted { touched.append(key) }
      changes[key] = isCleared(key, place) ? nil : change
    }
    waiting = []
    var old: [Int] = []
    for key in touched {
      guard let patch = shown.removeValue(forKey: key)?.patch else { continue }
      keys[patch] = nil
      old.append(patch)
    }
    // Those whose records are being written are behind all others, in the order of their commands.
    var new = touched.compactMap { key in
      changes[key].map { (key: key, change: $0, place: place(key) ?? .max) }
    }
    if new.count > 1 {
      let sorted = new.enumerated().sorted {
        ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
      }
      new = sorted.map(\.element)
    }
    let patches: [Int]
    if old.isEmpty, new.count == 1, new[0].place == .max {
      let change = new[0].change
      patches = [queries.beginChange(of: change, isSent: false)]
    } else {
      let mutations = new.map { (mutation: $0.change, sentAt: sends[$0.key]) }
      patches = queries.exchange(old, for: mutations) { index, patch in
        guard new[index].place < .max, let key = keys[patch] else { return false }
        return place(key).map { $0 > new[index].place } ?? false
      }
    }
    for (entry, patch) in zip(new, patches) {
      shown[entry.key] = Shown(change: entry.change, patch: patch)
      keys[patch] = entry.key
    }
  }

  func hideAll() {
    queries.exchange(shown.values.map(\.patch), for: []) { _, _ in false }
    shown = [:]
    keys = [:]
    waiting = []
  }

  /// Makes the patch of a change part of the content, with what its answer contains.
  ///
  /// `number` is that of the request with the answer.
  func commit(
    _ key: UUID,
    _ change: (any OutboxChange)?,
    _ answer: (any Sendable)?,
    _ place: (UUID) -> Int?,
    last: Int,
    sentAt number: Int?
  ) {
    noteClear(place, last: last)
    let known = shown.removeValue(forKey: key)
    // A change without a patch is one of before the clear, or one that another process has sent.
    guard known != nil || clearedThrough == .min else { return }
    guard let change = change ?? known?.change else { return }
    let patch = known?.patch ?? queries.beginChange(of: change)
    keys[patch] = nil
    commit(change, patch, answer, number)
  }

  private func commit<Change: OutboxChange>(
    _ change: Change,
    _ patch: Int,
    _ answer: (any Sendable)?,
    _ number: Int?
  ) {
    // Without an answer, a cast to an optional type would make one.
    queries.commit(patch, of: change, answer.flatMap { $0 as? Change.Answer }, sentAt: number)
  }

  // MARK: Clears

  /// Whether the cache was cleared since `noteClear(_:last:)`.
  var missesClear: Bool { queries.clearCount != clearCount }

  /// Forgets the patches that the cache has removed with everything else.
  ///
  /// The changes of before don't show again, and their answers change nothing: the cache may be for another user.
  func noteClear(_ place: (UUID) -> Int?, last: Int) {
    guard missesClear else { return }
    clearCount = queries.clearCount
    clearedThrough = last
    // Those whose records are being written have no place yet.
    cleared.formUnion((shown.keys + waiting.map(\.key)).filter { place($0) ?? .max > last })
    renewed = []
    shown = [:]
    keys = [:]
  }

  /// Ignores the clears of before: the content begins now.
  func begin() { clearCount = queries.clearCount }

  /// Notes that the app gives the place of an older change to another one, which shows.
  func renew(_ key: UUID) { if clearedThrough != .min { renewed.insert(key) } }

  /// Whether a change is from before the last clear.
  func isCleared(_ key: UUID, _ place: (UUID) -> Int?) -> Bool {
    if renewed.contains(key) { return false }
    return cleared.contains(key) || place(key).map { $0 <= clearedThrough } ?? false
  }
}
