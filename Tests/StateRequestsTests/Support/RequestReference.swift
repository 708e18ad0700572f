import StateRequests

/// The behavior of a table, read from the history of each key.
///
/// The reference keeps no state besides the list of facts. Each question about an entry, such as whether it is loading,
/// reads the facts again.
struct RequestReference {
  enum Fact {
    case used(RequestOptions)
    case watched(RequestCaller, RequestOptions)
    case unwatched(RequestCaller)
    case asked(RequestCaller, isForNext: Bool)
    case resumed(RequestCaller)
    case left
    case turnEnded
    case started(ordinal: Int, attempt: Int, RequestReason)
    case paused(nextAttempt: Int, error: String, until: Duration?, RequestReason)
    case answered([String])
    case failed(String)
    case aborted
    case set([String], date: Duration)
    /// The answer contains the changes that were sent before its request.
    case setByAnswer(to: RequestChange, [String], sentAt: Int)
    case invalidated
    /// A dependency has changed; an attempt that hasn't used its earlier content began later, as it were.
    case dependencyChanged(asOf: Int)
    case answerInvalidated
    case postponed(RequestCaller)
    case updated(String, lastSend: Int)
    /// A change comes before the first of the later ones.
    case applied(RequestChange, later: Set<RequestChange>)
    case sent(RequestChange, Int)
    case committed(RequestChange, sentAt: Int)
    case rolledBack(RequestChange)
    case emptied(keepsUnanswered: Bool)
    case eventDelayed(RequestCaller)
    case eventsServed
    case evicted
  }

  struct Record {
    let fact: Fact
    let time: RequestTime
    /// The number of the record among those of all keys.
    let number: Int
    /// The number of the input that caused the fact.
    let input: Int

    /// The number as of which the content is invalidated, if it is.
    var invalidation: Int? {
      switch fact {
      case .invalidated: number
      case .dependencyChanged(let number): number
      default: nil
      }
    }
  }

  let limits: RequestLimits
  /// The facts of each key: one list for each entry that the key has had, and an empty one if it has none now.
  private var history: [Int: [[Record]]] = [:]
  private var activity: [Bool] = [true]
  private var connectivity: [Bool] = [true]
  private var dates: [Duration] = []
  private var now = RequestTime(clock: .zero, date: .zero)
  private var count = 0
  /// The highest number of a send.
  private var lastSend = 0
  /// The number of the last end of a turn.
  private var lastTurn = 0
  /// The commands of the current input.
  private(set) var commands: [String] = []

  init(limits: RequestLimits) {
    self.limits = limits
  }

  private var isActive: Bool { activity.last ?? true }
  private var isOnline: Bool { connectivity.last ?? true }
  private var keys: [Int] { history.keys.filter { exists($0) }.sorted() }
  var knownKeys: [Int] { Array(history.keys) }

  // MARK: Questions

  /// The facts since the entry was created.
  private func life(_ key: Int) -> [Record] { history[key]?.last ?? [] }

  func exists(_ key: Int) -> Bool { !life(key).isEmpty }

  private enum Phase {
    case idle
    case running(Record, ordinal: Int, attempt: Int, RequestReason)
    case pausing(nextAttempt: Int, error: String, until: Duration?, RequestReason)
  }

  private func phase(_ key: Int) -> Phase {
    for record in life(key).reversed() {
      switch record.fact {
      case .started(let ordinal, let attempt, let reason):
        return .running(record, ordinal: ordinal, attempt: attempt, reason)
      case .paused(let attempt, let error, let until, let reason):
        return .pausing(nextAttempt: attempt, error: error, until: until, reason)
      case .answered, .failed, .aborted: return .idle
      default: continue
      }
    }
    return .idle
  }

  private func isIdle(_ key: Int) -> Bool {
    if case .idle = phase(key) { true } else { false }
  }

  func watchers(_ key: Int) -> [(caller: RequestCaller, options: RequestOptions)] {
    var watchers: [(caller: RequestCaller, options: RequestOptions)] = []
    for record in life(key) {
      switch record.fact {
      case .watched(let caller, let options): watchers.append((caller, options))
      case .unwatched(let caller): watchers.removeAll { $0.caller == caller }
      default: continue
      }
    }
    return watchers
  }

  /// The callers that wait for the current load, and for the next one.
  private func waiters(of key: Int) -> (now: [RequestCaller], next: [RequestCaller]) {
    var (now, next): ([RequestCaller], [RequestCaller]) = ([], [])
    for record in life(key) {
      switch record.fact {
      case .asked(let caller, let isForNext):
        if isForNext { next.append(caller) } else { now.append(caller) }
      case .resumed(let caller):
        now.removeAll { $0 == caller }
        next.removeAll { $0 == caller }
      case .postponed(let caller):
        now.removeAll { $0 == caller }
        next.append(caller)
      case .started, .paused:
        now += next
        next = []
      default: continue
      }
    }
    return (now, next)
  }

  func waiters(_ key: Int) -> [RequestCaller] {
    let waiters = waiters(of: key)
    return waiters.now + waiters.next
  }

  private func hasLeaver(_ key: Int) -> Bool {
    life(key).reversed().prefix { $0.number > lastTurn }.contains {
      if case .left = $0.fact { true } else { false }
    }
  }

  func isInteresting(_ key: Int) -> Bool {
    !watchers(key).isEmpty || !waiters(key).isEmpty || hasLeaver(key)
  }

  /// The event from which the content comes, and the number of the moment from which it is up to date.
  private func origin(_ key: Int) -> (record: Record, content: [String], validFrom: Int)? {
    var start = 0
    var origin: (record: Record, content: [String], validFrom: Int)?
    for record in life(key) {
      switch record.fact {
      case .started: start = record.number
      case .answered(let content): origin = (record, content, start)
      case .set(let content, _), .setByAnswer(_, let content, _):
        origin = (record, content, record.number)
      case .emptied: origin = nil
      default: continue
      }
    }
    return origin
  }

  private func loadedAt(_ key: Int) -> Duration? {
    guard let record = origin(key)?.record else { return nil }
    var date = record.time.date
    if case .set(_, let given) = record.fact { date = min(date, given) }
    // A date in the future becomes the date of the input that sees it.
    return dates[record.input...].reduce(date, min)
  }

  private func isInvalidated(_ key: Int) -> Bool {
    let emptied = life(key).last {
      if case .emptied = $0.fact { true } else { false }
    }
    let from = origin(key)?.validFrom ?? emptied?.number ?? 0
    return life(key).contains {
      $0.invalidation.map { $0 > from } ?? false
    }
  }

  private func isStale(_ key: Int, _ age: Duration?) -> Bool {
    guard let date = loadedAt(key), !isInvalidated(key) else { return true }
    guard let age else { return false }
    return now.date - date >= age
  }

  /// The reason for a load if no load that began after the last invalidation has ended.
  private func reasonOfInvalidation(_ key: Int) -> RequestReason? {
    var start = 0
    var served = 0
    var last = 0
    var lastOwn = 0
    for record in life(key) {
      switch record.fact {
      case .started: start = record.number
      case .answered, .failed: served = start
      case .set, .setByAnswer, .emptied: served = record.number
      case .invalidated: (last, lastOwn) = (record.number, record.number)
      case .dependencyChanged(let number): last = max(last, number)
      default: continue
      }
    }
    return lastOwn > served ? .invalidated : last > served ? .dependency : nil
  }

  private enum Fate {
    case shown
    /// A confirmed change that the content contains.
    case settled
    /// An unanswered change that the content contains.
    case contained
    case gone
  }

  private struct KnownChange {
    let id: RequestChange?
    let name: String
    let number: Int
  }

  private func changes(_ key: Int) -> [KnownChange] {
    var changes: [KnownChange] = []
    for record in life(key) {
      switch record.fact {
      case .applied(let id, let later):
        let change = KnownChange(id: id, name: "c\(id)", number: record.number)
        let place = changes.firstIndex { $0.id.map(later.contains) ?? false }
        changes.insert(change, at: place ?? changes.endIndex)
      case .updated(let name, _):
        changes.append(KnownChange(id: nil, name: name, number: record.number))
      default: continue
      }
    }
    return changes
  }

  private func commitNumber(_ change: KnownChange, _ key: Int) -> Int? {
    guard let id = change.id else { return change.number }
    return life(key).first {
      if case .committed(id, _) = $0.fact { $0.number > change.number } else { false }
    }?.number
  }

  /// Returns whether a change was sent before a request whose answer has arrived.
  private func isSent(_ change: KnownChange, _ key: Int, before request: Int, at end: Int) -> Bool {
    var number: Int?
    for record in life(key) where record.number < end {
      switch record.fact {
      case .updated(_, let last) where record.number == change.number: number = last
      case .sent(change.id, let sent): number = number ?? sent
      case .committed(change.id, let sent): number = sent
      default: continue
      }
    }
    return number.map { $0 < request } ?? false
  }

  private func fate(_ change: KnownChange, _ key: Int) -> Fate {
    let commit = commitNumber(change, key)
    var start = 0
    var fate = Fate.shown
    for record in life(key) {
      if case .started = record.fact { start = record.number }
      guard record.number > change.number else { continue }
      let isConfirmed = commit.map { $0 < record.number } ?? false
      switch record.fact {
      case .emptied(let keepsUnanswered):
        if !keepsUnanswered || change.id == nil || isConfirmed || fate == .settled { return .gone }
        fate = .shown
      case .rolledBack(change.id): return .gone
      case .committed(change.id, _) where fate == .contained: return .gone
      case .answered:
        if fate == .shown, let commit, commit < start { fate = .settled }
      case .set:
        if fate == .shown, isConfirmed { fate = .settled }
      case .setByAnswer(let id, _, let request):
        guard fate == .shown else { continue }
        if id == change.id {
          fate = .settled
        } else if isSent(change, key, before: request, at: record.number) {
          fate = isConfirmed ? .settled : .contained
        }
      default: continue
      }
    }
    return fate
  }

  private func isUnanswered(_ change: KnownChange, _ key: Int) -> Bool {
    guard change.id != nil, commitNumber(change, key) == nil else { return false }
    return fate(change, key) != .gone
  }

  private func shown(_ key: Int) -> [String]? {
    guard let origin = origin(key) else { return nil }
    return origin.content + changes(key).filter { fate($0, key) == .shown }.map(\.name)
  }

  private var cost: Int { keys.map { shown($0)?.count ?? 0 }.reduce(0, +) }

  private func isRemovable(_ key: Int) -> Bool {
    watchers(key).isEmpty && isIdle(key) && !isInteresting(key)
      && !changes(key).contains { isUnanswered($0, key) }
  }

  private func lastUse(_ key: Int) -> (record: Record, options: RequestOptions)? {
    for record in life(key).reversed() {
      if case .used(let options) = record.fact { return (record, options) }
    }
    return nil
  }

  private func intervalEnd(_ key: Int) -> Duration? {
    let polling = watchers(key).filter { isActive || $0.options.pollsInBackground }
    let intervals = polling.compactMap(\.options.interval)
    guard isOnline, isIdle(key), let interval = intervals.min() else { return nil }
    var start: Duration?
    for record in life(key) {
      switch record.fact {
      case .answered, .failed, .aborted: start = record.time.clock
      case .watched: start = start ?? record.time.clock
      default: continue
      }
    }
    return start.map { $0 + interval }
  }

  private func removalTime(_ key: Int) -> Duration? {
    guard isRemovable(key), let use = lastUse(key) else { return nil }
    return use.record.time.clock + use.options.keepsFor
  }

  private func pauseEnd(_ key: Int) -> Duration? {
    if case .pausing(_, _, let until, _) = phase(key) { until } else { nil }
  }

  /// The next time at which something happens without an input.
  var wake: Duration? {
    keys.flatMap { [pauseEnd($0), intervalEnd($0), removalTime($0)] }.compactMap(\.self).min()
  }

  /// Whether a load has started, or a caller has left, in the current turn.
  var awaitsEndOfTurn: Bool {
    history.values.joined().contains { records in
      records.reversed().prefix { $0.number > lastTurn }.contains { record in
        switch record.fact {
        case .started, .left: true
        default: false
        }
      }
    }
  }

  private var unansweredIDs: [RequestChange] {
    keys.flatMap { key in changes(key).filter { isUnanswered($0, key) }.compactMap(\.id) }
  }

  func isUnanswered(_ change: RequestChange) -> Bool { unansweredIDs.contains(change) }

  /// A text with everything that a screen shows of the entry.
  func text(_ key: Int) -> String? {
    guard exists(key) else { return nil }
    var error: String?
    for record in life(key) {
      switch record.fact {
      case .failed(let name): error = name
      case .answered, .set, .setByAnswer, .emptied: error = nil
      default: continue
      }
    }
    var retry = "no retry"
    if case .pausing(let attempt, let error, let until, _) = phase(key) {
      retry = "attempt \(attempt) after \(error) at \(until.map { "\($0)" } ?? "reconnection")"
    }
    return """
      \(shown(key) ?? ["nothing"]) of \(loadedAt(key).map { "\($0)" } ?? "never"), \
      \(isIdle(key) ? "idle" : "loading"), \(retry), \(error ?? "no error"), \
      \(isInvalidated(key) ? "invalidated" : "valid"), \
      \(changes(key).contains { isUnanswered($0, key) } ? "pending" : "settled"), \
      \(watchers(key).count) watchers
      """
  }

  // MARK: Inputs

  mutating func take(_ step: RequestStep, at time: RequestTime, label: String) {
    commands = []
    now = time
    if case .pass(_, false) = step { return }
    if case .setBack = step { return }
    dates.append(time.date)
    if case .endTurn = step { lastTurn = count }
    followConsequences()
    apply(step, label)
    followConsequences()
    observeLimit()
  }

  private mutating func observeLimit() {
    while keys.count > limits.entries || cost > limits.cost ?? .max,
      let victim = keys.filter({ isRemovable($0) })
        .min(by: { (lastUse($0)?.record.number ?? 0) < (lastUse($1)?.record.number ?? 0) })
    {
      add(.evicted, victim)
    }
  }

  private mutating func add(_ fact: Fact, _ key: Int) {
    count += 1
    let record = Record(fact: fact, time: now, number: count, input: dates.count - 1)
    var lives = history.removeValue(forKey: key) ?? [[]]
    lives[lives.count - 1].append(record)
    if case .evicted = fact { lives.append([]) }
    history[key] = lives
  }

  private mutating func start(_ key: Int, attempt: Int = 1, _ reason: RequestReason) {
    let ordinal =
      1
      + (history[key] ?? []).joined().count {
        if case .started = $0.fact { true } else { false }
      }
    add(.started(ordinal: ordinal, attempt: attempt, reason), key)
    add(.eventsServed, key)
    commands.append("start \(key)/\(ordinal), attempt \(attempt), \(reason)")
  }

  private mutating func abort(_ key: Int) {
    switch phase(key) {
    case .idle: return
    case .running(_, let ordinal, _, _): commands.append("cancel \(key)/\(ordinal)")
    case .pausing: break
    }
    add(.aborted, key)
  }

  private mutating func resume(_ callers: [RequestCaller], _ key: Int, _ outcome: String) {
    for caller in callers {
      add(.resumed(caller), key)
      commands.append("resume \(caller): \(outcome)")
    }
  }

  private mutating func use(_ key: Int, _ options: Int? = nil) {
    let known = lastUse(key)?.options ?? RequestOptions()
    add(.used(options.map { requestOptions[$0] } ?? known), key)
  }

  private func key(of caller: RequestCaller) -> Int? {
    keys.first { key in
      watchers(key).contains { $0.caller == caller } || waiters(key).contains(caller)
    }
  }

  private mutating func apply(_ step: RequestStep, _ label: String) {
    switch step {
    case .pass, .setBack: return
    case .watch(let key, let caller, let options):
      use(key, options)
      add(.watched(caller, requestOptions[options]), key)
      if requestOptions[options].triggers.contains(.watch), isIdle(key),
        isStale(key, requestOptions[options].staleAfter)
      {
        start(key, .watch)
      }
    case .wait(let key, let caller, let options): wait(key, caller, options)
    case .reload(let key, let caller, let options): reload(key, caller, options)
    case .reloadNext(let key, let caller, let options):
      reload(key, caller, options, joinsTurn: false)
    case .leave(let caller): leave(caller)
    case .event(let caller):
      guard let key = key(of: caller), watchers(key).contains(where: { $0.caller == caller }) else {
        return
      }
      trigger(key, .event) { $0.caller == caller }
    case .answer(let key, let ordinal):
      guard case .running(let start, ordinal, _, _) = phase(key) else { return }
      use(key)
      add(.answered(["\(key)/\(ordinal)"]), key)
      let content = shown(key) ?? []
      let late = late(of: key, since: start)
      resume(waiters(of: key).now.filter { !late.contains($0) }, key, "\(content), loaded")
      for caller in late { add(.postponed(caller), key) }
    case .failure(let key, let ordinal, let pause): fail(key, ordinal, pause, label)
    case .set(let key, let options, let age):
      use(key, options)
      abort(key)
      add(.set([label], date: now.date - .seconds(age)), key)
      let content = shown(key) ?? []
      resume(waiters(key), key, "\(content), loaded")
    case .invalidate(let key):
      if exists(key) { add(.invalidated, key) }
    case .dependency(let key, let isUsed):
      guard exists(key) else { return }
      var number = count + 1
      if case .running(let start, _, _, _) = phase(key),
        // An attempt that the same input starts has used nothing.
        !isUsed || start.input == dates.count - 1
      {
        number = start.number
      }
      add(.dependencyChanged(asOf: number), key)
    case .invalidateAnswer(let key):
      if exists(key) { add(.answerInvalidated, key) }
    case .update(let key):
      if case .running = phase(key) {} else if origin(key) == nil { return }
      use(key)
      add(.updated(label, lastSend: lastSend), key)
    case .apply(let change, let keys, let options):
      lastSend = max(lastSend, change)
      for key in keys {
        use(key, options)
        add(.applied(change, later: []), key)
        add(.sent(change, change), key)
        followConsequences()
        observeLimit()
      }
    case .insert(let changes, let key, let options, let later, let old):
      if let old { rollBack(old) }
      let shown = self.changes(key).filter { fate($0, key) == .shown }.compactMap(\.id)
      for change in changes {
        use(key, options)
        add(.applied(change, later: later.intersection(shown)), key)
      }
    case .send(let change, let number):
      lastSend = max(lastSend, number)
      for key in keysOf(change) { add(.sent(change, number), key) }
    case .commit(let change, let number, let answered, let options):
      commit(change, number, answered, options, label)
    case .rollBack(let change): rollBack(change)
    case .active(let isActive):
      activity.append(isActive)
      guard isActive else { return }
      for key in keys {
        trigger(key, .active) { $0.options.triggers.contains(.active) }
      }
    case .online(let isOnline): setOnline(isOnline)
    case .freeMemory:
      for key in keys where isRemovable(key) { add(.evicted, key) }
    case .remove(let key):
      guard exists(key) else { return }
      empty(key, keepsUnanswered: true)
      if watchers(key).isEmpty, !changes(key).contains(where: { isUnanswered($0, key) }) {
        add(.evicted, key)
      } else {
        use(key)
        if !watchers(key).isEmpty { start(key, .watch) }
      }
    case .clear:
      for key in keys {
        empty(key)
        for watcher in watchers(key) { commands.append("end watch \(watcher.caller)") }
        add(.evicted, key)
      }
    case .endTurn: return
    }
  }

  private mutating func wait(_ key: Int, _ caller: RequestCaller, _ options: Int) {
    use(key, options)
    switch phase(key) {
    case .running(let start, _, _, _):
      let isOutdated = life(key).contains {
        $0.invalidation.map { $0 > start.number } ?? false
      }
      add(.asked(caller, isForNext: isOutdated), key)
    case .pausing(_, let error, nil, _): commands.append("resume \(caller): \(error)")
    case .pausing: add(.asked(caller, isForNext: false), key)
    case .idle:
      if isStale(key, requestOptions[options].staleAfter) {
        add(.asked(caller, isForNext: false), key)
        start(key, .value)
      } else {
        commands.append("resume \(caller): \(shown(key) ?? []), fresh")
      }
    }
  }

  private mutating func reload(
    _ key: Int,
    _ caller: RequestCaller,
    _ options: Int,
    joinsTurn: Bool = true
  ) {
    use(key, options)
    switch phase(key) {
    case .running(let start, _, _, _):
      let isOutdated = life(key).contains {
        $0.invalidation.map { $0 > start.number } ?? false
      }
      let isForNext = !joinsTurn || isOutdated || start.number <= lastTurn
      add(.asked(caller, isForNext: isForNext), key)
    case .pausing(let attempt, _, _, let reason):
      add(.asked(caller, isForNext: false), key)
      start(key, attempt: attempt, reason)
    case .idle:
      add(.asked(caller, isForNext: false), key)
      start(key, .reload)
    }
  }

  /// Returns the callers that wait for an answer, and asked after an invalidation that only its content shows.
  ///
  /// If there is such an invalidation since the start of the attempt, the content is invalidated.
  private mutating func late(of key: Int, since start: Record) -> [RequestCaller] {
    let invalidation = life(key).first {
      // An attempt that the same input starts calls its function later.
      guard case .answerInvalidated = $0.fact else { return false }
      return $0.number > start.number && $0.input != start.input
    }
    guard let invalidation else { return [] }
    let waiting = waiters(of: key).now
    let late = life(key).compactMap { record in
      if case .asked(let caller, _) = record.fact, record.number > invalidation.number {
        return waiting.contains(caller) ? caller : nil
      }
      return nil as RequestCaller?
    }
    add(.invalidated, key)
    return late
  }

  private mutating func leave(_ caller: RequestCaller) {
    guard let key = key(of: caller) else { return }
    use(key)
    if watchers(key).contains(where: { $0.caller == caller }) {
      add(.unwatched(caller), key)
    } else {
      resume([caller], key, "cancelled")
    }
    add(.left, key)
  }

  private mutating func fail(_ key: Int, _ ordinal: Int, _ pause: Int?, _ label: String) {
    guard case .running(_, ordinal, let attempt, let reason) = phase(key) else { return }
    use(key)
    guard let pause, isInteresting(key) else {
      let waiting = waiters(of: key).now
      add(.failed(label), key)
      return resume(waiting, key, label)
    }
    let end = isOnline ? now.clock + .seconds(pause) : nil
    add(.paused(nextAttempt: attempt + 1, error: label, until: end, reason), key)
    if !isOnline { resume(waiters(key), key, label) }
  }

  private func keysOf(_ change: RequestChange) -> [Int] {
    keys.filter { key in changes(key).contains { $0.id == change && isUnanswered($0, key) } }
      .sorted { first, second in
        number(of: change, first) < number(of: change, second)
      }
  }

  private func number(of change: RequestChange, _ key: Int) -> Int {
    changes(key).first { $0.id == change }?.number ?? 0
  }

  private func isContained(_ change: RequestChange, _ key: Int) -> Bool {
    changes(key).contains { $0.id == change && fate($0, key) == .contained }
  }

  private func hasContained(_ key: Int) -> Bool {
    changes(key).contains { fate($0, key) == .contained }
  }

  private mutating func rollBack(_ change: RequestChange) {
    for key in keysOf(change) {
      use(key)
      let isContained = isContained(change, key)
      add(.rolledBack(change), key)
      if isContained, !hasContained(key) { add(.invalidated, key) }
    }
  }

  private mutating func commit(
    _ change: RequestChange,
    _ number: Int,
    _ answered: [Int],
    _ options: Int,
    _ label: String
  ) {
    lastSend = max(lastSend, number)
    let changed = keysOf(change)
    for key in answered {
      use(key, options)
      if isContained(change, key) {
        add(.committed(change, sentAt: number), key)
        if !hasContained(key) { add(.invalidated, key) }
        continue
      }
      abort(key)
      let content = ["\(label) of \(key)"]
      if changed.contains(key) {
        add(.setByAnswer(to: change, content, sentAt: number), key)
        add(.committed(change, sentAt: number), key)
      } else {
        add(.set(content, date: now.date), key)
      }
      let all = shown(key) ?? []
      resume(waiters(key), key, "\(all), loaded")
    }
    for key in changed where !answered.contains(key) {
      use(key)
      let isContained = isContained(change, key)
      add(.committed(change, sentAt: number), key)
      if isContained, !hasContained(key) { add(.invalidated, key) }
    }
  }

  private mutating func trigger(
    _ key: Int,
    _ reason: RequestReason,
    _ isReached: ((caller: RequestCaller, options: RequestOptions)) -> Bool
  ) {
    let reached = watchers(key).filter(isReached)
    guard isIdle(key) else { return }
    if !isOnline {
      for watcher in reached { add(.eventDelayed(watcher.caller), key) }
    } else if reached.contains(where: { isStale(key, $0.options.staleAfter) }) {
      start(key, reason)
    }
  }

  private func delayedEvents(_ key: Int) -> [RequestCaller] {
    var callers: [RequestCaller] = []
    for record in life(key) {
      if case .eventDelayed(let caller) = record.fact { callers.append(caller) }
      if case .eventsServed = record.fact { callers = [] }
    }
    return callers
  }

  private mutating func setOnline(_ isOnline: Bool) {
    guard isOnline != self.isOnline else { return }
    connectivity.append(isOnline)
    for key in keys {
      if case .pausing(let attempt, let error, _, let reason) = phase(key) {
        if isOnline {
          start(key, attempt: attempt, reason)
        } else {
          add(.paused(nextAttempt: attempt, error: error, until: nil, reason), key)
          resume(waiters(key), key, error)
        }
      } else if isOnline {
        let delayed = delayedEvents(key)
        trigger(key, .reconnect) {
          delayed.contains($0.caller) || $0.options.triggers.contains(.reconnect)
        }
        add(.eventsServed, key)
      }
    }
  }

  private mutating func empty(_ key: Int, keepsUnanswered: Bool = false) {
    abort(key)
    resume(waiters(key), key, "removed")
    add(.emptied(keepsUnanswered: keepsUnanswered), key)
  }

  // MARK: Consequences

  private mutating func followConsequences() {
    var isDone = false
    while !isDone {
      isDone = true
      for key in keys where follow(key) { isDone = false }
    }
  }

  /// Does what follows from the facts of a key, if anything does.
  private mutating func follow(_ key: Int) -> Bool {
    if !isInteresting(key) {
      switch phase(key) {
      case .idle: break
      case .running where lastUse(key)?.options.whenUnwatched == .finish: break
      case .running, .pausing:
        abort(key)
        return true
      }
    }
    if let end = pauseEnd(key), end <= now.clock,
      case .pausing(let attempt, _, _, let reason) = phase(key)
    {
      start(key, attempt: attempt, reason)
      return true
    }
    guard isIdle(key) else { return false }
    if !waiters(of: key).next.isEmpty {
      start(key, .reload)
      return true
    }
    if isActive, !watchers(key).isEmpty, let reason = reasonOfInvalidation(key) {
      start(key, reason)
      return true
    }
    if let end = intervalEnd(key), end <= now.clock {
      start(key, .interval)
      return true
    }
    if let end = removalTime(key), end <= now.clock {
      add(.evicted, key)
      return true
    }
    return false
  }
}
