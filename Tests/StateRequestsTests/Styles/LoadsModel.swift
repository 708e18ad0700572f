/// The reference for the loads of one property: what its callers get, and what it shows, after each step.
///
/// It describes a state in which no task can run.
struct LoadsModel {
  enum Load {
    case idle
    case running(Running)
    case pausing(end: Duration, nextAttempt: Int)
  }

  struct Running {
    let call: Int
    let invalidation: Int
    let attempt: Int
    /// Whether a change that the answer doesn't contain has been made meanwhile.
    var hasUpdate = false
  }

  private(set) var now = Duration.zero
  private(set) var content: LoadsContent?
  private(set) var loadedAt = Duration.zero
  private(set) var hasError = false
  private(set) var load = Load.idle
  /// The callers of the service's calls so far.
  private(set) var calls: [LoadsCaller] = []
  /// The calls whose functions haven't ended.
  private(set) var openCalls: Set<Int> = []
  private var invalidation = 0
  private var invalidationOfContent = 0
  private var servedInvalidation = 0
  private var intervalStart: Duration?
  private var hasEntry = false
  private var watchers: [LoadsCaller] = []
  private var waiters: [LoadsCaller] = []
  private var nextWaiters: [LoadsCaller] = []
  private var decided: [Int: LoadsOutcome] = [:]

  // MARK: Reads

  var active: [LoadsCaller] { (watchers + waiters + nextWaiters).sorted { $0.id < $1.id } }
  var isInvalidated: Bool { invalidation != invalidationOfContent }
  /// Whether a caller hasn't returned.
  var isAlive: Bool { !active.isEmpty || !openCalls.isEmpty }

  /// The outcomes of the callers that have returned: a caller returns after its functions.
  var outcomes: [Int: LoadsOutcome] {
    decided.filter { id, _ in !openCalls.contains { calls[$0 - 1].id == id } }
  }

  var isLoading: Bool {
    if case .idle = load { false } else { true }
  }

  var isPausing: Bool {
    if case .pausing = load { true } else { false }
  }

  /// The call whose answer counts.
  var wantedCall: Int? {
    if case .running(let running) = load { running.call } else { nil }
  }

  func isFresh(for caller: LoadsCaller) -> Bool {
    guard case .load(let age) = caller.kind else { return false }
    return !isStale(after: age) && !isLoading
  }

  private func isStale(after age: Duration) -> Bool {
    content == nil || isInvalidated || now - loadedAt >= age
  }

  // MARK: Callers

  mutating func start(_ caller: LoadsCaller) {
    if !hasEntry { makeEntry() }
    switch caller.kind {
    case .watch(let age, _):
      watchers.append(caller)
      intervalStart = intervalStart ?? now
      if !isLoading, isStale(after: age) { startLoad() }
    case .load(let age):
      switch load {
      case .idle where !isStale(after: age):
        decided[caller.id] = .content(isLoaded: false)
      case .idle:
        waiters.append(caller)
        startLoad()
      case .running(let running) where running.invalidation != invalidation:
        nextWaiters.append(caller)
      case .running, .pausing:
        waiters.append(caller)
      }
    case .reload:
      switch load {
      case .running: nextWaiters.append(caller)
      case .idle:
        waiters.append(caller)
        startLoad()
      case .pausing(_, let nextAttempt):
        waiters.append(caller)
        startLoad(attempt: nextAttempt)
      }
    }
    settle()
  }

  mutating func cancel(_ id: Int) {
    leave(id)
    settle()
  }

  /// Notes the outcome of a caller that was cancelled before it began.
  mutating func note(_ outcome: LoadsOutcome?, for id: Int) { decided[id] = outcome }

  /// Notes whose function performs a call that may be that of either of two callers.
  mutating func note(_ caller: LoadsCaller, of call: Int) { calls[call - 1] = caller }

  private mutating func leave(_ id: Int) {
    watchers.removeAll { $0.id == id }
    waiters.removeAll { $0.id == id }
    nextWaiters.removeAll { $0.id == id }
    decided[id] = .cancelled
  }

  mutating func event(_ id: Int) {
    guard case .watch(let age, _) = watchers.first(where: { $0.id == id })?.kind else { return }
    if !isLoading, isStale(after: age) { startLoad() }
  }

  /// The state ends, and with it all callers.
  mutating func end() {
    for caller in active { leave(caller.id) }
    settle()
  }

  // MARK: Answers

  /// The answer to a call arrives in the turn in which a caller is cancelled.
  mutating func answer(_ call: Int, isFailing: Bool, cancelling id: Int? = nil) {
    if let id { leave(id) }
    openCalls.remove(call)
    defer { settle() }
    guard case .running(let running) = load, running.call == call, !active.isEmpty else { return }
    if isFailing, running.attempt < 3 {
      load = .pausing(end: now + .milliseconds(5_030), nextAttempt: running.attempt + 1)
      waiters += nextWaiters
      nextWaiters = []
      return
    }
    endLoad()
    servedInvalidation = running.invalidation
    hasError = isFailing
    if !isFailing {
      if !running.hasUpdate {
        if content == nil { content = LoadsContent() }
        content?.refresh(["\(call)"])
      }
      loadedAt = now
      invalidationOfContent = running.invalidation
    }
    for caller in waiters { decided[caller.id] = isFailing ? .failed : .content(isLoaded: true) }
    waiters = []
  }

  // MARK: Changes

  mutating func invalidate() {
    invalidation += 1
    settle()
  }

  mutating func set(_ value: [String]) {
    if isLoading { cancelLoad() }
    content = LoadsContent(value)
    loadedAt = now
    serveInvalidations()
    for caller in waiters + nextWaiters { decided[caller.id] = .content(isLoaded: true) }
    waiters = []
    nextWaiters = []
    settle()
  }

  mutating func reset() {
    if isLoading { cancelLoad() }
    content = nil
    serveInvalidations()
    for caller in waiters + nextWaiters { decided[caller.id] = .cancelled }
    waiters = []
    nextWaiters = []
    if watchers.isEmpty { hasEntry = false } else { startLoad() }
  }

  /// Changes the content with a function that returns its effect.
  mutating func update(_ change: (inout LoadsContent) -> LoadsContent.Effect) {
    guard var changed = content else { return }
    let effect = change(&changed)
    content = changed
    if effect == .lasting, case .running(var running) = load {
      running.hasUpdate = true
      load = .running(running)
      invalidation += 1
    }
    if effect == .invalidating { invalidation += 1 }
    settle()
  }

  // MARK: Time

  mutating func pass(_ duration: Duration) {
    let end = now + duration
    if let due, due <= end {
      now = max(now, due)
      settle()
    }
    now = end
    settle()
  }

  private var due: Duration? {
    switch load {
    case .running: return nil
    case .pausing(let end, _): return end
    case .idle:
      let intervals = watchers.compactMap { caller in
        if case .watch(_, let interval) = caller.kind { interval } else { nil }
      }
      guard let interval = intervals.min(), let intervalStart else { return nil }
      return intervalStart + interval
    }
  }

  // MARK: Steps

  private mutating func makeEntry() {
    hasEntry = true
    invalidation = isInvalidated && content != nil ? 1 : 0
    invalidationOfContent = 0
    servedInvalidation = 0
    intervalStart = nil
  }

  private mutating func startLoad(attempt: Int = 1) {
    guard let caller = active.last else { return }
    calls.append(caller)
    openCalls.insert(calls.count)
    load = .running(Running(call: calls.count, invalidation: invalidation, attempt: attempt))
  }

  private mutating func endLoad() {
    load = .idle
    intervalStart = now
  }

  private mutating func cancelLoad() {
    if let call = wantedCall, !calls[call - 1].isStubborn { openCalls.remove(call) }
    endLoad()
  }

  private mutating func serveInvalidations() {
    invalidationOfContent = invalidation
    servedInvalidation = invalidation
    hasError = false
  }

  private mutating func settle() {
    if active.isEmpty, isLoading { cancelLoad() }
    if !isLoading {
      if !nextWaiters.isEmpty {
        waiters = nextWaiters
        nextWaiters = []
        startLoad()
      } else if !watchers.isEmpty, invalidation != servedInvalidation {
        startLoad()
      }
    }
    if let due, due <= now {
      if case .pausing(_, let nextAttempt) = load {
        startLoad(attempt: nextAttempt)
      } else {
        startLoad()
      }
    }
    if !isAlive { hasEntry = false }
  }
}
