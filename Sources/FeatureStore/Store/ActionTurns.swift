import StateCore

/// The turns of a store's actions: which action it handles, and which wait for that one.
///
/// The struct starts nothing: the store checks here whether an action may begin, and reports each step. It has neither
/// references nor a type parameter, because `send` would pay for them with each access. The queue therefore stays in
/// the store, and `ActionHandover` has the rest.
struct ActionTurns {
  /// The progress of the action that the store handles.
  enum Phase {
    case idle
    /// A handler is running and has not suspended.
    case handling
    /// A handler has suspended.
    case suspended
    /// An action is ending, and observers of its end may send.
    case ending
  }

  private(set) var phase = Phase.idle
  /// The place where the current action was sent; kept for middleware.
  private(set) var origin = SendOrigin.unknown
  /// The current action, if anything must wait for it.
  private(set) var id: RunningWork.ID?
  /// Whether actions wait behind the current one.
  private(set) var hasQueued = false
  /// Whether a child receives an action in this store's turn.
  private(set) var isDelivering = false
  /// Whether nothing needs to be looked up before and after each action.
  private(set) var needsNoLookup: Bool
  /// Whether each action needs nothing but a report to a light listener.
  private(set) var needsOnlyReport = false
  /// Whether the store no longer accepts actions.
  private(set) var hasEnded = false
  /// The reason why the store drops new actions for now, and lets queued ones wait; `nil` if it doesn't.
  private(set) var hold: DropReason?

  init(needsNoLookup: Bool) {
    self.needsNoLookup = needsNoLookup
  }

  /// Whether an action can begin without lookups.
  var isFree: Bool { phase == .idle && needsNoLookup }

  /// Requires lookups for all later actions.
  mutating func requireLookups() {
    needsNoLookup = false
    needsOnlyReport = false
  }

  /// Requires a report of each later action to a light listener.
  mutating func requireReports() {
    if needsNoLookup { needsOnlyReport = true }
    needsNoLookup = false
  }

  /// Requires no further reports.
  mutating func endReports() {
    if needsOnlyReport { needsNoLookup = true }
    needsOnlyReport = false
  }

  mutating func end() {
    hasEnded = true
    requireLookups()
  }

  var isHeld: Bool { hold != nil }

  mutating func setHold(_ hold: DropReason?) {
    self.hold = hold
    // A hold affects each action.
    requireLookups()
  }

  // MARK: Waits

  mutating func setHasQueued(_ hasQueued: Bool) {
    self.hasQueued = hasQueued
  }

  /// Whether a waiting action has its turn.
  var isNextsTurn: Bool { phase == .idle && hasQueued && !isHeld }

  // MARK: Handlers

  /// Begins a handler; its action has an id if it has waited, or if it has its own context.
  mutating func begin(_ id: RunningWork.ID?) {
    phase = .handling
    self.id = id
  }

  /// Begins the delivery of an action to a child, during which sent actions wait for their turn.
  mutating func beginDelivery(_ id: RunningWork.ID) {
    begin(id)
    isDelivering = true
  }

  mutating func setOrigin(_ origin: SendOrigin) {
    self.origin = origin
  }

  /// Records that the action has been registered in the ledger.
  mutating func enter(_ id: RunningWork.ID) {
    self.id = id
  }

  /// Records that the handler suspends, so effects that send from now on have separate actions.
  mutating func suspend() {
    phase = .suspended
    id = nil
  }

  /// Resumes the handler of an action; returns whether it had suspended.
  mutating func resume(_ id: RunningWork.ID) -> Bool {
    defer {
      phase = .handling
      self.id = id
    }
    return phase == .suspended
  }

  /// Records that the handler and the start of its effect have ended.
  mutating func conclude() {
    phase = .ending
    id = nil
    isDelivering = false
  }

  /// Lets the next action begin.
  mutating func finish() {
    phase = .idle
  }
}
