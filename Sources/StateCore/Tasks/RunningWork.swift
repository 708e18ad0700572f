/// A ledger of running work that is safe to use from any context.
///
/// Each call changes the ledger under the lock, and applies the outcome outside the lock.
package final class RunningWork: Sendable {
  package typealias ID = WorkID

  private struct State {
    var ledger = WorkLedger()
    var timers: [WorkLedger.TimerID: ClockTimer] = [:]
    var idleWaiters: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  package init() {}

  // MARK: Work

  /// Adds work, which can be cancelled from then on.
  ///
  /// Returns `nil` if it is dropped.
  ///
  /// The policy waits with `clock`. A policy that doesn't wait needs no clock.
  package func begin(_ request: WorkRequest, clock: (any Clock<Duration>)? = nil) -> ID? {
    switch admit(request, clock: clock) {
    case .started(let id), .waiting(let id): id
    case .refused, .cancelled: nil
    }
  }

  /// Adds an operation like `admit`.
  ///
  /// Callers in other modules pass no request, because each would copy it several times.
  package func admitOperation(
    below parent: ID,
    key: TaskKey?,
    rule: ExecutionPolicy.Rule,
    isPart: Bool,
    label: (any WorkLabel)?,
    clock: any Clock<Duration>
  ) -> WorkLedger.Admission {
    guard let key else { return beginOperation(below: parent, isPart: isPart, label: label) }
    var request = WorkRequest(parent: parent, key: key, rule: rule)
    request.isPart = isPart
    request.label = label
    return admit(request, clock: clock)
  }

  /// Adds an operation without a key, which begins at once; this change has no outcome to apply.
  private func beginOperation(
    below parent: ID,
    isPart: Bool,
    label: (any WorkLabel)?
  ) -> WorkLedger.Admission {
    let (id, hasTold) = state.withLock { state in
      (state.ledger.begin(below: parent, isPart: isPart, label: label), state.ledger.takeHasTold())
    }
    if hasTold { CoreListening.listener?.workHasReported() }
    return id.map { .started($0) } ?? .cancelled
  }

  /// Adds work like `begin`, and returns whether it has to wait.
  package func admit(
    _ request: WorkRequest,
    clock: (any Clock<Duration>)? = nil
  ) -> WorkLedger.Admission {
    change(clock: clock) { $0.begin(request, &$1) }
  }

  /// Adds work that waits without a task.
  package func submit(
    _ request: WorkRequest,
    _ work: any SubmittedWork,
    clock: any Clock<Duration>
  ) -> WorkLedger.Admission {
    change(clock: clock) { $0.submit(request, work, &$1) }
  }

  /// Attaches the task that a cancel reaches.
  ///
  /// If the work was cancelled in the meantime, cancels the task immediately.
  package func attach(_ task: Task<Void, Never>, to id: ID) {
    attach(.task(task), to: id)
  }

  package func attach(_ handle: WorkSignal, to id: ID) {
    if !read({ $0.attach(handle, to: id) }) { handle.cancel() }
  }

  /// Waits until the policy lets the work begin.
  ///
  /// - Returns: `false` if the work was dropped or cancelled.
  package func turn(of id: ID) async -> Bool {
    await withTimerContinuation { continuation in
      switch read({ $0.awaitTurn(of: id, .turn(continuation)) }) {
      case .hasCome: continuation.resume(returning: true)
      case .willNotCome: continuation.resume(returning: false)
      case .isAwaited: break
      }
    }
  }

  /// Waits until all parts that a composition has started have ended.
  ///
  /// - Returns: `false` if a policy dropped or replaced one of them.
  package func parts(of id: ID) async -> Bool {
    await withUnsafeContinuation { continuation in
      switch read({ $0.awaitParts(of: id, .parts(continuation)) }) {
      case .haveEnded(let isComplete): continuation.resume(returning: isComplete)
      case .areAwaited: break
      }
    }
  }

  /// Returns whether the parts that a composition has started were complete; `nil` while one of them hasn't ended.
  package func endedParts(of id: ID) -> Bool? {
    read { $0.endedParts(of: id) }
  }

  /// Notes that work pauses.
  ///
  /// Until `endPause`, the given ids reach all of it.
  package func pause(_ id: ID, reachedBy keys: [TaskKey]) {
    change { $0.pause(id, reachedBy: keys, &$1) }
  }

  package func endPause(_ id: ID) {
    change { $0.endPause(id, &$1) }
  }

  package func end(_ id: ID, isComplete: Bool = true) {
    change { $0.end(id, isComplete: isComplete, &$1) }
  }

  /// Ends work whose result counts only if it wasn't cancelled.
  ///
  /// - Returns: Whether it wasn't cancelled.
  package func conclude(_ id: ID, isComplete: Bool = true) -> Bool {
    change {
      let isLive = $0.isCancelled(id) == false
      $0.end(id, isComplete: isComplete, &$1)
      return isLive
    }
  }

  package func closeGroup(_ id: ID) {
    change { $0.closeGroup(id, &$1) }
  }

  // MARK: Cancellation

  package func cancel(_ id: ID) {
    change { $0.cancel(id, &$1) }
  }

  /// Cancels the work with an id.
  ///
  /// If the cancel is part of compositions, it doesn't reach these.
  package func cancel(_ key: TaskKey, by part: ID? = nil) {
    change { $0.cancel(key, by: part, &$1) }
  }

  /// - Returns: Whether there was any work to cancel.
  @discardableResult
  package func cancelWork(below id: ID) -> Bool {
    change { $0.cancelWork(below: id, &$1) }
  }

  package func endOwner(_ id: ID) {
    change { $0.endOwner(id, &$1) }
  }

  package func endPeriod(_ owner: ID) {
    change { $0.endPeriod(owner, &$1) }
  }

  package func cancelAllWork() {
    change { $0.cancelAllWork(&$1) }
  }

  /// Whether a node was cancelled; `nil` if it no longer exists.
  package func isCancelled(_ id: ID) -> Bool? {
    read { $0.isCancelled(id) }
  }

  // MARK: Actions

  package func insertOwner() -> ID {
    read { $0.insertOwner() }
  }

  package func insertAction(
    owner: ID,
    parent: ID?,
    isQueued: Bool,
    finisher: WorkSignal? = nil
  ) -> ID {
    read { $0.insertAction(owner: owner, parent: parent, isQueued: isQueued, finisher: finisher) }
  }

  package func dequeue(_ id: ID) -> Bool { read { $0.dequeue(id) } }
  package func isHandled(_ id: ID) -> Bool { read { $0.isHandled(id) } }
  package func isDone(_ id: ID) -> Bool { read { $0.isDone(id) } }

  package func dropIfCancelled(_ id: ID) {
    change { $0.dropIfCancelled(id, &$1) }
  }

  package func endHandler(_ id: ID) {
    change { $0.endHandler(id, &$1) }
  }

  package func endFinisher(_ id: ID) {
    change { $0.endFinisher(id, &$1) }
  }

  package func dropHandle(_ id: ID) {
    change { $0.dropHandle(id, &$1) }
  }

  package func waitForCompletion(of id: ID) async {
    await withUnsafeContinuation { continuation in
      if !read({ $0.awaitCompletion(of: id, .waiter(continuation)) }) { continuation.resume() }
    }
  }

  package func waitForHandler(of id: ID) async {
    await withUnsafeContinuation { continuation in
      if !read({ $0.awaitHandler(of: id, .waiter(continuation)) }) { continuation.resume() }
    }
  }

  /// Calls `call` when an action is done, or when its handler has ended.
  ///
  /// - Returns: `false` if that has already happened.
  package func notify(of end: AwaitedEnd, _ call: @escaping @Sendable () -> Void) -> Bool {
    read { ledger in
      end.isOfHandler
        ? ledger.awaitHandler(of: end.id, .call(call))
        : ledger.awaitCompletion(of: end.id, .call(call))
    }
  }

  // MARK: Recording

  /// Sets the listener for the work and actions of an owner, or removes it.
  package func setListener(_ listener: (any WorkListener)?, of owner: ID) {
    read { $0.setListener(listener, of: owner) }
  }

  /// Cancels the work of an owner with a matching label.
  ///
  /// `isWanted` is called under the lock.
  package func cancelWork(of owner: ID, where isWanted: (any WorkLabel) -> Bool) {
    change { $0.cancelWork(of: owner, where: isWanted, &$1) }
  }

  /// Cancels a node of an owner by number.
  package func cancel(number: Int, of owner: ID) {
    change { $0.cancel(number: number, of: owner, &$1) }
  }

  // MARK: Reads

  /// Returns the numbers of the work that contains a node of an owner.
  package func containers(ofNumber number: Int, of owner: ID) -> [Int] {
    read { $0.containers(ofNumber: number, of: owner) }
  }

  package var runningCount: Int { read { $0.runningCount } }
  package var liveCount: Int { read { $0.liveCount } }
  package var unfinishedCount: Int { read { $0.unfinishedCount } }
  /// The number of owners, actions, and work items.
  package var count: Int { read { $0.count } }
  /// The number of allocated slots.
  package var slotCount: Int { read { $0.slotCount } }
  package var keys: [TaskKey] { read { $0.keys } }

  package func isRunning(_ key: TaskKey) -> Bool {
    read { $0.isRunning(key) }
  }

  package func canEnd(_ awaited: [AwaitedEnd], while blocked: [BlockedWork]) -> [Bool] {
    read { $0.canEnd(awaited, while: blocked) }
  }

  package func work(below owner: ID) -> [WorkLedger.Listed] {
    read { $0.work(below: owner) }
  }

  /// Suspends until all work has ended, including cancelled work.
  package func waitUntilIdle() async {
    await withUnsafeContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.ledger.unfinishedCount > 0 { state.idleWaiters.append(continuation) }
        return state.ledger.unfinishedCount == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  // MARK: Locks

  // Both are inlined, because closures would copy their captures.

  @inline(__always)
  func read<Result>(_ body: (inout WorkLedger) -> Result) -> Result {
    state.withLock { body(&$0.ledger) }
  }

  @inline(__always)
  @discardableResult
  private func change<Result>(
    clock: (any Clock<Duration>)? = nil,
    _ body: (inout WorkLedger, inout WorkLedger.Outcome) -> Result
  ) -> Result {
    var outcome = WorkLedger.Outcome()
    var idle: [UnsafeContinuation<Void, Never>]?
    var hasTold = false
    let result = state.withLock { state in
      let result = body(&state.ledger, &outcome)
      state.ledger.trim()
      if !state.idleWaiters.isEmpty, state.ledger.unfinishedCount == 0 {
        idle = state.idleWaiters
        state.idleWaiters = []
      }
      hasTold = state.ledger.takeHasTold()
      return result
    }
    if hasTold { CoreListening.listener?.workHasReported() }
    if !outcome.isEmpty { apply(outcome, clock) }
    if let idle { for waiter in idle { waiter.resume() } }
    return result
  }

  /// Applies the outcome of a change.
  ///
  /// It isn't inlined into each kind of change.
  @inline(never)
  private func apply(_ outcome: WorkLedger.Outcome, _ clock: (any Clock<Duration>)?) {
    for signal in outcome.cancel { signal.cancel() }
    for signal in outcome.drop { signal.drop() }
    for (signal, _) in outcome.begin { signal.begin() }
    for (signal, isComplete) in outcome.resume { signal.resume(isComplete: isComplete) }
    if !outcome.stoppedTimers.isEmpty {
      let stopped = state.withLock { state in
        outcome.stoppedTimers.compactMap { state.timers.removeValue(forKey: $0) }
      }
      for timer in stopped { timer.cancel() }
    }
    if let timer = outcome.timer, let clock { start(timer.id, timer.duration, clock) }
    withExtendedLifetime(outcome) {}
  }

  private func start(
    _ id: WorkLedger.TimerID,
    _ duration: Duration,
    _ clock: any Clock<Duration>
  ) {
    let timer = clock.startTimer(after: duration) { [weak self] in
      self?.timerFired(id, clock)
    }
    // A timer that has already fired or was stopped needs no entry.
    let isWanted = state.withLock { state in
      guard state.ledger.awaits(id) else { return false }
      state.timers[id] = timer
      return true
    }
    if !isWanted { timer.cancel() }
  }

  private func timerFired(_ id: WorkLedger.TimerID, _ clock: any Clock<Duration>) {
    change(clock: clock) { $0.timerFired(id, &$1) }
    // After the change: until then, the code that starts the timer would still store it.
    let timer = state.withLock { $0.timers.removeValue(forKey: id) }
    withExtendedLifetime(timer) {}
  }
}
