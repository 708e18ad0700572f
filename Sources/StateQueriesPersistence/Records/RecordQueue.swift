import StateQueries
import StateRequests

/// The changes of records that aren't on disk yet; the latest one of a record wins.
///
/// One batch is written at a time. Changes that arrive meanwhile, and what has failed, are part of the next batch.
struct RecordQueue: Sendable {
  enum Work: Sendable {
    case write(StoredContent)
    case remove
    case invalidate
  }

  struct Batch: Sendable {
    /// Whether all records are removed first.
    let clears: Bool
    let work: [(key: QueryKey, work: Work)]
  }

  /// A record as it will be when everything is written.
  enum Look: Sendable {
    case absent
    case content(StoredContent)
    /// The record on disk decides.
    case disk(isInvalidated: Bool)
  }

  private var waiting: [QueryKey: Work] = [:]
  private var running: [QueryKey: Work]?
  /// The failed changes, which the next batch contains.
  private var failed: [QueryKey: Work] = [:]
  /// Whether all records are removed before anything that waits.
  private var clears = false
  private var isClearing = false
  private var hasFailedToClear = false

  /// The number of changes that aren't on disk.
  var count: Int { waiting.count + (running?.count ?? 0) + failed.count }

  mutating func add(_ work: Work, _ key: QueryKey) {
    waiting[key] = Self.merged(waiting[key] ?? failed.removeValue(forKey: key), work)
    failed[key] = nil
  }

  private static func merged(_ old: Work?, _ new: Work) -> Work {
    guard case .invalidate = new else { return new }
    switch old {
    case .write(var content):
      content.record.isInvalidated = true
      return .write(content)
    case .remove: return .remove
    case .invalidate, nil: return .invalidate
    }
  }

  /// Removes all records, and everything that waits.
  mutating func clear() {
    waiting = [:]
    failed = [:]
    clears = true
  }

  /// Adds to the numbers of all content that waits.
  mutating func shiftNumbers(by offset: Int) {
    waiting = waiting.mapValues { work in
      guard case .write(var content) = work else { return work }
      content.number += offset
      return .write(content)
    }
  }

  /// Returns the next batch, unless there is nothing to do or a batch is being written.
  ///
  /// The batch repeats failed changes once.
  mutating func take() -> Batch? {
    guard running == nil, clears || hasFailedToClear || !waiting.isEmpty || !failed.isEmpty else {
      return nil
    }
    let work = failed.merging(waiting) { $1 }
    let batch = Batch(
      clears: clears || hasFailedToClear,
      work: work.map { ($0.key, $0.value) }
    )
    running = work
    isClearing = batch.clears
    waiting = [:]
    failed = [:]
    clears = false
    hasFailedToClear = false
    return batch
  }

  /// Handles the end of a batch.
  ///
  /// A failed write becomes a removal: the content on disk is outdated. If the removal of all records has failed, nothing
  /// else was done, and everything is repeated with the next batch.
  mutating func end(failed keys: [QueryKey], hasCleared: Bool) {
    let ended = running ?? [:]
    running = nil
    isClearing = false
    // A later clear removes these records too.
    if clears { return }
    if !hasCleared {
      hasFailedToClear = true
      waiting = ended.merging(waiting) { Self.merged($0, $1) }
      return
    }
    for key in keys {
      var work = ended[key] ?? .remove
      if case .write = work { work = .remove }
      switch waiting[key] {
      case nil: failed[key] = work
      case .invalidate?: waiting[key] = work
      case .write?, .remove?: break
      }
    }
  }

  func look(_ key: QueryKey) -> Look {
    if let work = waiting[key] {
      switch work {
      case .write(let content): return .content(content)
      case .remove: return .absent
      case .invalidate: return lookBelow(key, isInvalidated: true)
      }
    }
    return lookBelow(key, isInvalidated: false)
  }

  private func lookBelow(_ key: QueryKey, isInvalidated: Bool) -> Look {
    if clears { return .absent }
    switch running?[key] ?? failed[key] {
    case .write(var content):
      if isInvalidated { content.record.isInvalidated = true }
      return .content(content)
    case .remove: return .absent
    case .invalidate: return isClearing ? .absent : .disk(isInvalidated: true)
    case nil:
      return isClearing || hasFailedToClear ? .absent : .disk(isInvalidated: isInvalidated)
    }
  }
}
