import StateTestSupport

/// A model of a store's effects as seen from outside: the rules of ids, policies, compositions, failures, and
/// cancellation, without tasks.
///
/// Cancellation is immediate. Steps that take a turn of the main actor (beginning, ending, continuing a concatenation)
/// happen in `settle`, in the order in which they became possible.
struct ReferenceEffects {
  /// The number of moments between two operations.
  ///
  /// A moment is a millisecond.
  static let tick = 1_000

  /// The outcome of an effect when its gate opens.
  enum Outcome: Sendable {
    case success
    case failure
    /// The plan of the action that it sends.
    case sending(EffectPlan)
  }

  /// An action, identified by its index.
  struct Action {
    let parent: Int?
    var isCancelled: Bool
  }

  /// A started effect or composition.
  struct Work {
    enum Phase {
      /// A policy makes it wait.
      case waiting
      case starting
      /// At its gate, if it is an effect.
      case running
      /// An effect after its gate.
      case leaving
      case ended
    }

    let plan: EffectPlan
    let scope: Scope
    var lane: LaneKey?
    /// The lanes of other ids that reach it while it waits.
    var aliases: [LaneKey] = []
    /// The lanes of ids by which a cancel withdraws a part that hasn't begun.
    var claims: [LaneKey] = []
    /// The ids of withdrawn parts, and whether another effect has replaced them.
    var withdrawn: [Int: Bool] = [:]
    /// Whether it waits for a time, with nothing below it.
    var isPausing = false
    var phase = Phase.starting
    var hasBegun = false
    var isCancelled = false
    /// Whether a policy dropped or replaced it.
    var isDisplaced = false
    /// For an effect, whether it was cancelled while it waited at its gate.
    var wasCancelledAtGate = false
    var outcome: Outcome?
    /// The action that it has sent.
    var child: Int?
    /// The work below it that hasn't ended.
    var parts: [Int] = []
    /// For a merge, whether all parts have been started.
    var isClosed = false
    /// For a composition, the index of the next part or attempt.
    var nextPart = 0
    /// The handler of the failures of the composition.
    ///
    /// `partTaker` handles those of its running parts.
    var taker: Int?
    var partTaker: Int?
    var hasLostPart = false
    /// The priority of its task; `nil` if it is the test's priority.
    var priority: TaskPriority?
    /// For limited work, whether it has taken too long.
    var isLate = false

    /// Whether its parts haven't begun.
    var isHeldBack: Bool {
      phase == .waiting || isPausing || phase == .starting && !plan.isOperation && !plan.isMerge
    }

    /// Whether it continues and wasn't cancelled.
    var isLive: Bool { phase != .ended && !isCancelled }
    var isStubborn: Bool {
      if case .leaf(_, true) = plan.kind { true } else { false }
    }
  }

  /// The properties that work has from its action and enclosing compositions.
  struct Scope {
    let action: Int
    /// The composition above.
    var parent: Int?
    /// The handler of its failures: an index of `takers`, or the store.
    var taker: Int?
    /// Whether the composition stops if it is dropped or replaced.
    var isPart = false
    /// The priority of the compositions above, which takes precedence.
    var priority: TaskPriority?
    /// The priority of the task that starts it.
    var inherited: TaskPriority?
  }

  enum Taker {
    case handler(String, hasBeenCalled: Bool)
    case composition(failures: [String])
  }

  enum Turn {
    case begin(Int)
    case leaveGate(Int)
    case endParts(Int)
  }

  struct Timer {
    enum Purpose: Equatable {
      case lane(LaneKey)
      case deadline(Int)
      case pause(Int)
      case delay(Int)
      case tick(Int)
    }

    let time: Int
    let purpose: Purpose
  }

  var actions: [Action] = []
  var works: [Work] = []
  /// The calls of failure handlers with their failures, in order.
  var reports: [String] = []
  var takers: [Taker] = []
  var turns: [Turn] = []
  var timers: [Timer] = []
  var lanes: [LaneKey: Lane] = [:]
  /// The number of ticks of the effect with a number, in all its attempts.
  var tickCounts: [Int: Int] = [:]
  var now = 0
  private var isStarting = false
  private var queue: [(plan: EffectPlan, scope: Scope)] = []

  // MARK: Observation

  /// The number of running operations, and of running compositions without one.
  var runningCount: Int {
    works.indices.count { index in
      !works[index].plan.isMerge && isActive(index) && !works[index].parts.contains(where: isActive)
    }
  }

  /// The ids under which something runs.
  var runningIDs: Set<Int> {
    Set(works.indices.compactMap { isActive($0) ? works[$0].lane?.id : nil })
  }

  /// Whether work is active.
  ///
  /// A merge does nothing itself.
  private func isActive(_ index: Int) -> Bool {
    let work = works[index]
    guard work.isLive, work.phase != .waiting else { return false }
    return !work.plan.isMerge || work.parts.contains(where: isActive)
  }

  /// The work without anything below it, as text.
  var list: [String] {
    works.indices.compactMap { index in
      let work = works[index]
      guard work.phase != .ended, work.parts.isEmpty, !work.plan.isMerge else { return nil }
      let state =
        work.isCancelled
        ? "cancelled" : work.phase == .waiting || !work.plan.isOperation ? "waiting" : "running"
      let id = innermostID(of: index).map { "\($0)" } ?? "-"
      return "\(work.plan.number.map { "\($0)" } ?? "") \(id) \(state)"
    }
  }

  private func innermostID(of index: Int) -> Int? {
    if works[index].isHeldBack, let alias = works[index].aliases.last { return alias.id }
    var next: Int? = index
    while let work = next {
      if let lane = works[work].lane { return lane.id }
      next = works[work].scope.parent
    }
    return nil
  }

  /// Whether nothing continues without an operation or time.
  var hasSettled: Bool { turns.isEmpty }

  var hasEnded: Bool { works.allSatisfy { $0.phase == .ended } }

  func isDone(_ action: Int) -> Bool {
    works.allSatisfy { $0.phase == .ended || $0.scope.action != action }
      && actions.indices.allSatisfy { actions[$0].parent != action || isDone($0) }
  }

  /// The effects whose gates can be opened.
  var waiting: [Int] {
    works.indices.filter { index in
      let work = works[index]
      return work.plan.isLeaf && work.phase == .running && work.outcome == nil
        && (!work.isCancelled || work.isStubborn)
    }
  }

  // MARK: Operations

  mutating func send(_ plan: EffectPlan, parent: Int? = nil, from sender: TaskPriority? = nil) {
    let isCancelled = parent.map { actions[$0].isCancelled } ?? false
    actions.append(Action(parent: parent, isCancelled: isCancelled))
    let scope = Scope(action: actions.count - 1, inherited: sender)
    // An action sent while the effects of another one are being started is handled after it.
    if isStarting { return queue.append((plan, scope)) }
    isStarting = true
    start(plan, in: scope)
    isStarting = false
    if !queue.isEmpty { handleQueue() }
  }

  private mutating func handleQueue() {
    while !queue.isEmpty {
      let (plan, scope) = queue.removeFirst()
      if actions[scope.action].isCancelled { continue }
      isStarting = true
      start(plan, in: scope)
      isStarting = false
    }
  }

  mutating func open(_ index: Int, _ outcome: Outcome) {
    works[index].outcome = outcome
    turns.append(.leaveGate(index))
  }

  mutating func cancel(id: Int) {
    cancel(id: id, below: nil)
  }

  /// Whether a cancel of an id may reach something.
  func isInUse(_ id: Int) -> Bool {
    let lane = LaneKey(id: id, composition: nil)
    return !members(of: lane).isEmpty
      || works.contains { $0.isLive && $0.claims.contains(lane) }
  }

  mutating func cancelAll() {
    cancel(Array(works.indices))
  }

  /// Handles the deallocation of the store.
  mutating func end() {
    for action in actions.indices { cancel(action: action) }
  }

  /// Cancels an action and everything that it sent, unless it is done.
  mutating func cancel(action: Int) {
    if isDone(action) { return }
    actions[action].isCancelled = true
    cancel(works.indices.filter { works[$0].scope.action == action })
    for child in actions.indices where actions[child].parent == action { cancel(action: child) }
  }

  /// Runs everything up to where it waits at the time of the next operation.
  mutating func settle() {
    takeTurns()
    let end = now + Self.tick
    while let next = timers.indices.min(by: { timers[$0].time < timers[$1].time }),
      timers[next].time <= end
    {
      let timer = timers.remove(at: next)
      now = timer.time
      fire(timer.purpose)
      takeTurns()
    }
    now = end
  }

  private mutating func takeTurns() {
    while !turns.isEmpty {
      switch turns.removeFirst() {
      case .begin(let index): begin(index)
      case .leaveGate(let index): leaveGate(index)
      case .endParts(let index): if endParts(index) { proceed(index) }
      }
    }
  }

  private mutating func fire(_ purpose: Timer.Purpose) {
    switch purpose {
    case .lane(let lane): timerFired(in: lane)
    case .pause(let index), .delay(let index):
      works[index].isPausing = false
      proceed(index)
    case .tick(let index): tick(index)
    case .deadline(let index):
      let below = worksBelow([index]).filter { works[$0].isLive }
      works[index].isLate = !below.isEmpty
      cancel(below)
    }
  }
}
