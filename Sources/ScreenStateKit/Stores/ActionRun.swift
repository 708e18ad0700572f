import StateCore

/// One run of an action: whether it can begin, and whether it was cancelled.
///
/// Tasks may keep a run after the action has ended, so it holds neither the store nor the state.
final class ActionRun: SubmittedWork, ScreenActionRun {
  typealias Outcome = Result<Void, any Error>

  /// The entry of a run in the ledger of its store.
  struct Entry {
    let work: RunningWork
    let id: WorkID
  }

  /// The run that the current task and its descendants work for.
  static var current: ActionRun? {
    // Only this style has such runs.
    CurrentWork.action.map { unsafeDowncast($0, to: ActionRun.self) }
  }

  private enum Turn {
    case pending(waiter: TimerContinuation<Int?>?)
    case begins(place: Int)
    case dropped
  }

  private struct State {
    var turn = Turn.pending(waiter: nil)
    /// The place in the line, once the run may begin.
    var place: Int?
    var task: Task<Outcome, Never>?
    var isCancelled = false
    /// Whether the task is no longer needed, because the run was cancelled or timed out.
    var isStopped = false
    var hasEnded = false
    var entry: Entry?
    /// Whether a wait names the run, until its end.
    var isNamedByWaits = false
    var loading: ActionLoading?
    /// The state that was bound when the run began.
    var screen: ObjectIdentifier?
  }

  let action: any Sendable
  let store: any Any.Type
  let policy: ExecutionPolicy
  let sender: (any StoreContext)?
  private let line: ActionLine
  private let state = Locked(State())

  /// Creates a run that begins at its place in a line.
  init(
    of action: any Sendable,
    _ store: any Any.Type,
    in line: ActionLine,
    _ policy: ExecutionPolicy = .concurrent
  ) {
    self.action = action
    self.store = store
    self.policy = policy
    self.line = line
    sender = StoreContexts.current?.run
  }

  /// Whether the run was cancelled or dropped.
  ///
  /// The ledger is the first to know. If two threads cancel the same action, the second call returns while the first
  /// one still cancels the tasks.
  var isCancelled: Bool {
    let (isCancelled, entry) = state.withLock { ($0.isCancelled, $0.entry) }
    if isCancelled { return true }
    guard let entry else { return false }
    return entry.work.isCancelled(entry.id) == true
  }

  var isOfRecordedStore: Bool { line.isRecorded }

  /// Whether the work has ended; a task that it has left running delays no other action.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// The entry in the ledger; `nil` for a run that was not entered.
  ///
  /// The reference to the ledger is strong, because a weak one makes each retain of the ledger more expensive. The
  /// ledger releases the run when its work ends.
  var entry: Entry? { state.withLock { $0.entry } }

  /// Cancels the run in the ledger.
  func cancelEntry() {
    if let entry { entry.work.cancel(entry.id) }
  }

  /// Stores the state that the run begins on, and the loading that it shows there.
  func begin(on screen: ObjectIdentifier?, _ loading: ActionLoading?) {
    state.withLock { state in
      state.screen = screen
      state.loading = loading
    }
  }

  /// Returns whether the run may change a state of the store with this line, and the loading to show before.
  ///
  /// While another state is being bound, the run can find that state before it is cancelled.
  func change(
    of screen: ObjectIdentifier,
    in line: ActionLine
  ) -> (isAllowed: Bool, loading: ActionLoading?) {
    let (own, loading) = state.withLock { ($0.screen, $0.loading) }
    return (line !== self.line || own == nil || own == screen, loading)
  }

  /// Stores the run's entry, before its task begins.
  ///
  /// - Returns: The run's place in its line, if it may begin.
  @discardableResult
  func enter(_ work: RunningWork, _ id: WorkID) -> Int? {
    state.withLock { state in
      state.entry = Entry(work: work, id: id)
      return state.place
    }
  }

  /// Stores the task of the run, and cancels it if the run was already cancelled or timed out.
  func attach(_ task: Task<Outcome, Never>) {
    let isStopped = state.withLock { state in
      state.task = task
      return state.isStopped
    }
    if isStopped { task.cancel() }
  }

  func cancel() {
    stop(isCancelled: true)
  }

  /// Records that the work has ended.
  func end() {
    let isNamedByWaits = state.withLock { state in
      state.hasEnded = true
      return state.isNamedByWaits
    }
    if isNamedByWaits { ActionWaits.endWaits(of: self) }
  }

  /// Records that a wait names the run, so that its end removes the wait.
  func beNamedByWaits() {
    state.withLock { $0.isNamedByWaits = true }
  }

  /// Records that the work has ended, and ends the run's entry, which nothing else ends.
  func endEntry() {
    end()
    if let entry { entry.work.end(entry.id) }
  }

  /// Cancels the task after `duration`, which doesn't count as a cancellation of the run.
  func limit(to duration: Duration, clock: any Clock<Duration>) -> TimeLimit {
    let limit = TimeLimit()
    _ = limit.begin()
    limit.start(clock, after: duration) { [self] in
      stop(isCancelled: false)
      return true
    }
    return limit
  }

  private func stop(isCancelled: Bool) {
    let task = state.withLock { state in
      if isCancelled { state.isCancelled = true }
      state.isStopped = true
      return state.task
    }
    task?.cancel()
  }

  // MARK: Turns

  /// Takes the run's place in its line, in the order of the turns.
  func grant() { _ = takePlace() }

  /// The place in the line, which the run must wait for and leave.
  var place: Int { state.withLock { $0.place } ?? takePlace() }

  private func takePlace() -> Int {
    let place = line.takePlace()
    state.withLock { $0.place = place }
    return place
  }

  /// Lets the run begin, after those in its line.
  func begin() {
    settle(.begins(place: place))
  }

  /// Ends a run that will never begin.
  func drop() {
    state.withLock { $0.isCancelled = true }
    settle(.dropped)
    end()
  }

  /// Waits for the decision whether the run begins.
  ///
  /// - Returns: Its place in the line, or `nil` if it was dropped.
  func turn() async -> Int? {
    await withTimerContinuation { continuation in
      let turn = state.withLock { state in
        if case .pending = state.turn { state.turn = .pending(waiter: continuation) }
        return state.turn
      }
      switch turn {
      case .pending: break
      case .begins(let place): continuation.resume(returning: place)
      case .dropped: continuation.resume(returning: nil)
      }
    }
  }

  private func settle(_ turn: Turn) {
    let waiter = state.withLock { state -> TimerContinuation<Int?>? in
      guard case .pending(let waiter) = state.turn else { return nil }
      state.turn = turn
      return waiter
    }
    if case .begins(let place) = turn {
      waiter?.resume(returning: place)
    } else {
      waiter?.resume(returning: nil)
    }
  }
}
