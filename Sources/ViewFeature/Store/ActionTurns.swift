import StateCore

/// Which of its actions a store handles, and which wait for that one.
///
/// It starts nothing: the store asks it whether an action may begin, and tells it each step. It has
/// neither references nor a type parameter, which `send` would pay for with each access: the queue stays
/// with the store, and `ActionHandover` has the rest.
struct ActionTurns {
  /// How far the action is that the store handles.
  enum Phase {
    case idle
    /// A handler is running and has not suspended.
    case handling
    /// A handler has suspended.
    case suspended
    /// An action ends: observers of its end may send.
    case ending
  }

  private(set) var phase = Phase.idle
  /// Where the action was sent that is being handled; kept for middleware.
  private(set) var origin = SendOrigin.unknown
  /// The action that is being handled, if anything has to wait for it.
  private(set) var id: RunningWork.ID?
  /// Whether actions wait behind the one that is being handled.
  private(set) var hasQueued = false
  /// Whether a child takes an action in the turn of this store.
  private(set) var isDelivering = false
  /// Whether nothing has to be looked up before and after each action.
  private(set) var needsNoLookup: Bool
  /// Whether the store takes no actions any more.
  private(set) var hasEnded = false
  /// Whether the state shows an earlier one: actions wait for the present.
  private(set) var isTravelling = false

  init(needsNoLookup: Bool) {
    self.needsNoLookup = needsNoLookup
  }

  /// Whether an action can begin with nothing to be looked up.
  var isFree: Bool { phase == .idle && needsNoLookup }

  /// From now on actions are looked up.
  mutating func requireLookups() {
    needsNoLookup = false
  }

  mutating func end() {
    hasEnded = true
    needsNoLookup = false
  }

  mutating func setTravelling(_ isTravelling: Bool) {
    self.isTravelling = isTravelling
    // Each action is looked at.
    needsNoLookup = false
  }

  // MARK: Waiting

  mutating func setHasQueued(_ hasQueued: Bool) {
    self.hasQueued = hasQueued
  }

  /// Whether it is the turn of an action that waits.
  var isNextsTurn: Bool { phase == .idle && hasQueued && !isTravelling }

  // MARK: Handling

  /// A handler begins; its action has an id if it has waited, or if it has its own context.
  mutating func begin(_ id: RunningWork.ID?) {
    phase = .handling
    self.id = id
  }

  /// A child takes an action; those that are sent meanwhile wait for their turn.
  mutating func beginDelivery(_ id: RunningWork.ID) {
    begin(id)
    isDelivering = true
  }

  mutating func setOrigin(_ origin: SendOrigin) {
    self.origin = origin
  }

  /// The action has been entered into the ledger.
  mutating func enter(_ id: RunningWork.ID) {
    self.id = id
  }

  /// The handler suspends: effects that send meanwhile have actions of their own.
  mutating func suspend() {
    phase = .suspended
    id = nil
  }

  /// The handler of an action goes on; returns whether it had suspended.
  mutating func resume(_ id: RunningWork.ID) -> Bool {
    defer {
      phase = .handling
      self.id = id
    }
    return phase == .suspended
  }

  /// The handler and the start of its effect are over.
  mutating func conclude() {
    phase = .ending
    id = nil
    isDelivering = false
  }

  /// The next action may begin.
  mutating func finish() {
    phase = .idle
  }
}
