/// The rules of execution policies: which run begins when, and which ones are cancelled or dropped
/// for it.
///
/// Each run that is submitted either begins and is ended by its owner, or is dropped; once each. A run
/// that was cancelled while it runs counts as running, for those that wait for it, until it has ended.
package struct ExecutionTable<Key: Hashable> {
  package typealias ID = Int
  package typealias TimerID = Int

  /// What the owner has to do, in this order.
  package struct Outcome: Equatable {
    /// Running work that is to be cancelled.
    package var cancelled: [ID] = []
    /// Work that will never begin.
    package var dropped: [ID] = []
    /// Work that begins now.
    package var started: [ID] = []
    /// Timers that are not wanted any more.
    package var stoppedTimers: [TimerID] = []
    /// A timer that is to call `timerFired`.
    package var timer: Timer?

    /// Whether nothing is to be done.
    package var isEmpty: Bool { self == Outcome() }
  }

  package struct Timer: Equatable {
    package let id: TimerID
    package let duration: Duration
  }

  private var lanes: [Key: Lane] = [:]
  private var keys: [ID: Key] = [:]
  private var keysByTimer: [TimerID: Key] = [:]
  private var releasedKeys: [Key] = []
  private var lastTimer = 0

  package init() {}

  /// The work that runs or waits.
  package var count: Int { keys.count }
  package var isEmpty: Bool { lanes.isEmpty }

  /// The keys that are not in use any more, to be released by the caller outside its lock.
  package mutating func takeReleasedKeys() -> [Key] {
    guard !releasedKeys.isEmpty else { return [] }
    defer { releasedKeys = [] }
    return releasedKeys
  }

  package mutating func submit(_ id: ID, key: Key, rule: ExecutionPolicy.Rule) -> Outcome {
    keys[id] = key
    return change(key) { $0.submit(id, rule, &$1) }
  }

  /// Notes that a run has ended; what waited for it may begin.
  package mutating func end(_ id: ID) -> Outcome {
    guard let key = keys.removeValue(forKey: id) else { return Outcome() }
    releasedKeys.append(key)
    return change(key) { lane, _ in lane.end(id) }
  }

  /// Cancels a run, or drops it if it has not begun.
  package mutating func cancel(_ id: ID) -> Outcome {
    guard let key = keys[id] else { return Outcome() }
    return change(key) { $0.cancel(id, &$1) }
  }

  package mutating func cancelAll() -> Outcome {
    var all = Outcome()
    for key in Array(lanes.keys) {
      let outcome = change(key) { lane, outcome in
        lane.cancelAll(&outcome)
        lane.closeWindow(&outcome)
      }
      all.cancelled += outcome.cancelled
      all.dropped += outcome.dropped
      all.stoppedTimers += outcome.stoppedTimers
    }
    return all
  }

  /// Whether `timerFired` has something to do for a timer.
  package func awaits(_ timer: TimerID) -> Bool {
    keysByTimer[timer] != nil
  }

  package mutating func timerFired(_ timer: TimerID) -> Outcome {
    guard let key = keysByTimer.removeValue(forKey: timer) else { return Outcome() }
    releasedKeys.append(key)
    return change(key) { $0.timerFired(&$1) }
  }

  /// Changes a lane, starts what waits and may begin, and forgets the lane if it has become empty.
  private mutating func change(
    _ key: Key,
    _ change: (inout Lane, inout Outcome) -> Void
  ) -> Outcome {
    var outcome = Outcome()
    // In place: a key is looked up once, and once more when its lane goes.
    let isEmpty = Self.change(
      &lanes[key, default: Lane()],
      lastTimer: &lastTimer,
      &outcome,
      change
    )
    if let timer = outcome.timer { keysByTimer[timer.id] = key }
    releasedKeys += outcome.dropped.compactMap { keys.removeValue(forKey: $0) }
    releasedKeys += outcome.stoppedTimers.compactMap { keysByTimer.removeValue(forKey: $0) }
    if isEmpty, let index = lanes.index(forKey: key) {
      releasedKeys.append(lanes.remove(at: index).key)
    }
    return outcome
  }

  /// - Returns: Whether the lane has become empty.
  private static func change(
    _ lane: inout Lane,
    lastTimer: inout TimerID,
    _ outcome: inout Outcome,
    _ change: (inout Lane, inout Outcome) -> Void
  ) -> Bool {
    change(&lane, &outcome)
    lane.startWaiting(&outcome)
    if let duration = lane.takeWantedTimer() {
      lastTimer += 1
      lane.timer = lastTimer
      outcome.timer = Timer(id: lastTimer, duration: duration)
    }
    return lane.isEmpty
  }
}

extension ExecutionTable {
  /// The work that is related by its key.
  private struct Lane {
    private struct Running {
      let id: ID
      var isCancelled = false
    }

    private struct Waiting {
      let id: ID
      let limit: Int
    }

    private var running: [Running] = []
    private var waiting: [Waiting] = []
    /// What begins when the timer fires.
    private var pending: ID?
    /// The length of the window that a throttle has opened.
    private var window: Duration?
    private var wantedTimer: Duration?
    var timer: TimerID?

    var isEmpty: Bool {
      running.isEmpty && waiting.isEmpty && pending == nil && timer == nil
    }

    private var isActive: Bool {
      pending != nil || !waiting.isEmpty || running.contains { !$0.isCancelled }
    }

    mutating func submit(_ id: ID, _ rule: ExecutionPolicy.Rule, _ outcome: inout Outcome) {
      switch rule {
      case .allow:
        start(id, &outcome)
      case .drop:
        // What was cancelled and still runs is waited for: two never run side by side.
        if isActive {
          outcome.dropped.append(id)
        } else {
          waiting.append(Waiting(id: id, limit: 1))
        }
      case .restart:
        restart(id, &outcome)
      case .wait(let limit):
        waiting.append(Waiting(id: id, limit: limit))
      case .debounce(let duration):
        replacePending(with: id, &outcome)
        startTimer(duration, &outcome)
        window = nil
      case .throttle(let duration, let latest):
        if window == nil {
          restart(id, &outcome)
          startTimer(duration, &outcome)
          window = duration
        } else if latest {
          replacePending(with: id, &outcome)
        } else {
          outcome.dropped.append(id)
        }
      }
    }

    mutating func end(_ id: ID) {
      running.removeAll { $0.id == id }
    }

    mutating func cancel(_ id: ID, _ outcome: inout Outcome) {
      if let index = running.firstIndex(where: { $0.id == id }) {
        if !running[index].isCancelled { outcome.cancelled.append(id) }
        running[index].isCancelled = true
      } else {
        waiting.removeAll { $0.id == id }
        outcome.dropped.append(id)
        guard pending == id else { return }
        pending = nil
        stopDebounce(&outcome)
      }
    }

    mutating func cancelAll(_ outcome: inout Outcome) {
      for index in running.indices where !running[index].isCancelled {
        running[index].isCancelled = true
        outcome.cancelled.append(running[index].id)
      }
      outcome.dropped += waiting.map(\.id)
      waiting = []
      if let pending { outcome.dropped.append(pending) }
      pending = nil
      stopDebounce(&outcome)
    }

    mutating func closeWindow(_ outcome: inout Outcome) {
      if let timer { outcome.stoppedTimers.append(timer) }
      timer = nil
      window = nil
    }

    mutating func timerFired(_ outcome: inout Outcome) {
      timer = nil
      guard let id = pending else {
        window = nil
        return
      }
      pending = nil
      restart(id, &outcome)
      if let window { startTimer(window, &outcome) }
    }

    mutating func startWaiting(_ outcome: inout Outcome) {
      while let next = waiting.first, running.count < next.limit {
        waiting.removeFirst()
        start(next.id, &outcome)
      }
    }

    mutating func takeWantedTimer() -> Duration? {
      defer { wantedTimer = nil }
      return wantedTimer
    }

    /// The timer of a debounce has nothing left to start; that of a throttle still ends its window.
    private mutating func stopDebounce(_ outcome: inout Outcome) {
      if window == nil { closeWindow(&outcome) }
    }

    private mutating func start(_ id: ID, _ outcome: inout Outcome) {
      running.append(Running(id: id))
      outcome.started.append(id)
    }

    private mutating func restart(_ id: ID, _ outcome: inout Outcome) {
      cancelAll(&outcome)
      start(id, &outcome)
    }

    private mutating func replacePending(with id: ID, _ outcome: inout Outcome) {
      if let pending { outcome.dropped.append(pending) }
      pending = id
    }

    private mutating func startTimer(_ duration: Duration, _ outcome: inout Outcome) {
      if let timer { outcome.stoppedTimers.append(timer) }
      timer = nil
      wantedTimer = duration
    }
  }
}
