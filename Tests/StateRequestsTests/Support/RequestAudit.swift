import StateRequests

/// Checks the invariants that hold for all programs, from the inputs and the commands alone.
struct RequestAudit {
  private struct Watch {
    let key: Int
    let options: RequestOptions
  }

  private let limit: Int
  /// The attempt in flight of each key.
  private(set) var inFlight: [Int: RequestAttempt] = [:]
  /// The callers that wait, by key.
  private(set) var waiting: [RequestCaller: Int] = [:]
  private var watches: [RequestCaller: Watch] = [:]
  /// The number of inputs that may cause a load, and of loads, by key.
  private var reasons: [Int: Int] = [:]
  private var loads: [Int: Int] = [:]
  private var loadEnds: [Int: Duration] = [:]
  /// The number of attempts of each key before the last set value, and before the last removal.
  private var barriers: [Int: Int] = [:]
  private var attemptCounts: [Int: Int] = [:]
  /// The keys that a caller has left in the current turn.
  private var leavers = Set<Int>()
  /// The key whose attempt the current step has ended.
  private var lastEnded: Int?

  init(limit: Int) {
    self.limit = limit
  }

  mutating func check(
    _ step: RequestStep,
    _ commands: [RequestCommand<Int, [String]>],
    _ names: [RequestAttempt: String],
    _ table: RequestTable<Int, [String]>,
    _ now: RequestTime
  ) -> [String] {
    var faults: [String] = []
    lastEnded = nil
    // A late timer's work comes before the step.
    let earlierWatches = watches
    note(step, table, now)
    for command in commands {
      switch command {
      case .start(let attempt, let key):
        if inFlight[key] != nil { faults.append("two attempts of \(key) are in flight") }
        inFlight[key] = attempt
        attemptCounts[key, default: 0] += 1
        if attempt.attempt > 1 { continue }
        loads[key, default: 0] += 1
        if attempt.reason == .interval {
          faults += checkInterval(key, earlierWatches.merging(watches) { $1 }, now)
        }
      case .cancel(let attempt):
        guard let key = inFlight.first(where: { $0.value == attempt })?.key else {
          faults.append("\(names[attempt] ?? "?") is cancelled and isn't in flight")
          continue
        }
        inFlight[key] = nil
        loadEnds[key] = now.clock
      case .resume(let caller, _):
        if waiting.removeValue(forKey: caller) == nil {
          faults.append("\(caller) is resumed and doesn't wait")
        }
      case .endWatch(let caller): watches[caller] = nil
      case .wake, .endTurn, .publish, .read, .store, .call: continue
      }
    }
    for (key, count) in loads where count > reasons[key] ?? 0 {
      faults.append("\(count) loads of \(key) have \(reasons[key] ?? 0) reasons")
    }
    for key in table.keys { faults += checkContent(key, table) + checkStaleness(key, step, table) }
    let evictable = table.keys.filter { key in
      inFlight[key] == nil && table.waiters(of: key).isEmpty && table.watchers(of: key).isEmpty
        && table[key]?.isPending == false && table[key]?.isLoading == false
        && !leavers.contains(key)
    }
    if table.count > limit, !evictable.isEmpty {
      faults.append("\(table.count) entries are kept, and \(evictable) are unused")
    }
    return faults
  }

  private mutating func note(
    _ step: RequestStep,
    _ table: RequestTable<Int, [String]>,
    _ now: RequestTime
  ) {
    // Time is a reason for each watch with an interval, which `checkInterval` limits.
    for watch in watches.values where watch.options.interval != nil {
      reasons[watch.key, default: 0] += 1
    }
    switch step {
    case .watch(let key, let caller, let options):
      watches[caller] = Watch(key: key, options: requestOptions[options])
      reasons[key, default: 0] += 1
    case .wait(let key, let caller, _), .reload(let key, let caller, _),
      .reloadNext(let key, let caller, _):
      waiting[caller] = key
      reasons[key, default: 0] += 1
    case .leave(let caller):
      if let watch = watches.removeValue(forKey: caller) { leavers.insert(watch.key) }
      if let key = waiting[caller] { leavers.insert(key) }
    case .event(let caller):
      if let key = watches[caller]?.key { reasons[key, default: 0] += 1 }
    case .answer(let key, let ordinal), .failure(let key, let ordinal, _):
      // Only the last attempt can be the one in flight.
      if ordinal == attemptCounts[key], inFlight.removeValue(forKey: key) != nil {
        lastEnded = key
        loadEnds[key] = now.clock
      }
    case .invalidate(let key), .dependency(let key, _), .invalidateAnswer(let key),
      .remove(let key):
      reasons[key, default: 0] += 1
    case .commit, .rollBack, .active(true), .online(true):
      for key in table.keys { reasons[key, default: 0] += 1 }
    case .endTurn: leavers = []
    default: break
    }
    switch step {
    case .set(let key, _, _), .remove(let key): barriers[key] = attemptCounts[key]
    case .clear: barriers = attemptCounts
    default: break
    }
  }

  /// Content from an attempt is newer than the last set value and the last removal.
  private func checkContent(_ key: Int, _ table: RequestTable<Int, [String]>) -> [String] {
    guard let origin = table[key]?.content?.first, origin.hasPrefix("\(key)/"),
      let ordinal = Int(origin.dropFirst("\(key)/".count)), ordinal <= barriers[key] ?? 0
    else { return [] }
    return ["the answer \(origin) is visible after a later set value or removal"]
  }

  /// A watched entry isn't idle and invalidated after an invalidation, unless a later load has failed.
  private func checkStaleness(
    _ key: Int,
    _ step: RequestStep,
    _ table: RequestTable<Int, [String]>
  ) -> [String] {
    guard let view = table[key], !view.isLoading, !table.watchers(of: key).isEmpty else {
      return []
    }
    switch step {
    case .invalidate(key) where table.isActive, .dependency(key, _) where table.isActive:
      return ["\(key) is watched, invalidated and idle"]
    case .watch(key, _, let options):
      guard requestOptions[options].triggers.contains(.watch), view.content == nil else {
        return []
      }
      return ["\(key) is watched, empty and idle"]
    case .answer(key, _) where table.isActive && view.isInvalidated && lastEnded == key:
      return ["\(key) was invalidated during its load, and is idle"]
    default: return []
    }
  }

  private func checkInterval(
    _ key: Int,
    _ watches: [RequestCaller: Watch],
    _ now: RequestTime
  ) -> [String] {
    let polling = watches.values.filter { $0.key == key }.compactMap(\.options.interval)
    guard let interval = polling.min() else { return ["\(key) is polled without an interval"] }
    if let end = loadEnds[key], now.clock - end < interval {
      return ["\(key) is polled \(now.clock - end) after a load"]
    }
    return []
  }
}
