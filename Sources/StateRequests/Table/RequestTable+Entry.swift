extension RequestTable {
  /// A load of an entry.
  enum Load: Sendable {
    case idle
    case running(Running)
    case pausing(Pause)
  }

  struct Running: Sendable {
    let attempt: RequestAttempt
    /// The number of invalidations that the attempt will have seen.
    var invalidation: Int
    /// The turn in which the attempt began.
    let turn: Int

    /// Whether the load is reading the record, before its first attempt.
    var isReading: Bool { attempt.attempt == 0 }
  }

  struct Pause: Sendable {
    let reason: RequestReason
    let nextAttempt: Int
    let error: any Error
    /// The time of the clock at which the next attempt begins; `nil` until the network is available.
    var end: Duration?
  }

  struct Watcher: Sendable {
    let caller: RequestCaller
    let options: RequestOptions
    /// Whether an event waits for the network.
    var hasWaitingEvent = false
  }

  struct Change: Sendable {
    enum Standing: Hashable {
      case pending
      /// Confirmed when the table had started this number of attempts.
      ///
      /// The change stays on top of the content until a later attempt has an answer.
      case committed(at: Int)
      /// Unanswered and part of the content, through the answer to a later change.
      case contained
    }

    /// `nil` for an update, which is confirmed from the start.
    let id: RequestChange?
    let update: Update
    var standing: Standing
    /// The number of the send after which a server may have the change; `nil` for one that wasn't sent.
    ///
    /// For a confirmed change, it is that of the request with the answer.
    var sentAt: Int?

    var isUnanswered: Bool {
      if case .committed = standing { false } else { true }
    }
  }

  /// The content of a key, its load, and everyone who is interested in it.
  struct Entry: Sendable {
    /// The key; `nil` for a free slot.
    var key: Key?
    /// The options of the latest caller.
    var options = RequestOptions()

    /// The content without the changes.
    var base: Content?
    /// The date of `base`, which is never in the future.
    var loadedAt = Duration.zero
    /// The content with the changes.
    var shown: Content? {
      didSet { isMeasured = false }
    }
    /// The cost of the content with the changes, and whether it is up to date.
    var cost = 0
    var isMeasured = true
    var changes: [Change] = []
    /// The error of the load that ended last.
    var error: (any Error)?
    /// The number of loads that have failed.
    var failureCount = 0

    /// The number of invalidations.
    var invalidation = 0
    /// The number of invalidations that the content has seen.
    var invalidationOfContent = 0
    /// The number of invalidations that ended loads have seen, including failed ones.
    var servedInvalidation = 0
    /// The number of invalidations up to the last one that isn't due to a dependency.
    var ownInvalidation = 0
    /// The numbers of the last change of the content without pending changes, and of its last replacement.
    var contentNumber = 0
    var baseNumber = 0

    var load = Load.idle
    var watchers: [Watcher] = []
    /// The shortest interval of all watchers, and of those that poll in the background.
    var interval: Duration?
    var backgroundInterval: Duration?
    /// The callers that wait for the load.
    var waiters: [RequestCaller] = []
    /// The callers that wait for the load after the current one.
    var nextWaiters: [RequestCaller] = []
    /// Whether a caller has left in the current turn, which doesn't affect the load before the turn ends.
    var hasLeaver = false

    /// The end of the last load or, before the first one, the start of the first watch.
    var intervalStart: Duration?
    /// The time and the number of the last use.
    var lastUse = Duration.zero
    var useNumber = 0
    /// The neighbors in the list of unused entries, if the entry is one of them.
    var isUnused = false
    var older = -1
    var newer = -1
    /// The time and the number of the entry's element in the heap.
    var wake: Duration?
    var wakeNumber = 0
    /// Whether the entry has changed since it was published.
    var hasChanged = false

    /// Whether a record outside of the table keeps the content.
    var isStored = false
    /// Whether the record hasn't been read.
    var isUnread = false
    /// Whether the confirmed content may differ from that of the record.
    var isUnstored = false

    var isInvalidated: Bool { invalidation != invalidationOfContent }

    /// Whether an invalidation follows the start of the last load that has ended.
    var hasUnservedInvalidation: Bool { invalidation != servedInvalidation }

    var isIdle: Bool {
      if case .idle = load { true } else { false }
    }

    var isRunning: Bool {
      if case .running = load { true } else { false }
    }

    var isReading: Bool {
      if case .running(let running) = load { running.isReading } else { false }
    }

    var isInteresting: Bool {
      !watchers.isEmpty || !waiters.isEmpty || !nextWaiters.isEmpty || hasLeaver
    }

    /// Whether the content contains unanswered changes.
    var hasContained: Bool { changes.contains { $0.standing == .contained } }

    /// Inserts changes, each before the first one that it precedes.
    mutating func insert(
      _ new: [Change],
      _ isBefore: (RequestChange, RequestChange) -> Bool
    ) {
      var merged: [Change] = []
      merged.reserveCapacity(changes.count + new.count)
      var next = new.startIndex
      for change in changes {
        // Confirmed changes may have moved before those that the content contains.
        while change.standing == .pending, let id = change.id, next < new.endIndex,
          let other = new[next].id, isBefore(other, id)
        {
          merged.append(new[next])
          next += 1
        }
        merged.append(change)
      }
      changes = merged + new[next...]
    }

    /// Whether nothing needs the entry, so that it may be removed.
    var isRemovable: Bool {
      !isInteresting && isIdle && !changes.contains { $0.isUnanswered }
    }

    func isStale(after age: Duration?, at now: RequestTime) -> Bool {
      guard base != nil, !isInvalidated else { return true }
      return age.map { now.date - loadedAt >= $0 } ?? false
    }

    mutating func add(_ watcher: Watcher) {
      watchers.append(watcher)
      let options = watcher.options
      guard let new = options.interval, new > .zero else { return }
      interval = interval.map { min($0, new) } ?? new
      if options.pollsInBackground {
        backgroundInterval = backgroundInterval.map { min($0, new) } ?? new
      }
    }

    mutating func removeWatcher(_ caller: RequestCaller) {
      guard let index = watchers.firstIndex(where: { $0.caller == caller }) else { return }
      let removed = watchers.remove(at: index).options.interval
      guard let removed, removed == interval || removed == backgroundInterval else { return }
      let polling = watchers.map(\.options).filter { $0.interval.map { $0 > .zero } ?? false }
      interval = polling.compactMap(\.interval).min()
      backgroundInterval = polling.filter(\.pollsInBackground).compactMap(\.interval).min()
    }
  }
}
