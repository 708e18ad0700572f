import StateTestSupport

/// What the effects of a store have to be equal to, seen from outside: the rules of ids,
/// compositions, failures and cancellation, without a task.
///
/// Cancellation is immediate. What takes a turn of the main actor (to begin, to end, to go on with a
/// concatenation) happens in `settle`, in the order in which it became possible.
struct ReferenceEffects {
  /// What an effect does when its gate opens.
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

  /// An effect or a concatenation that was started.
  struct Work {
    enum Phase {
      case starting
      /// At its gate, if it is an effect.
      case running
      /// An effect behind its gate.
      case leaving
      case ended
    }

    let plan: EffectPlan
    let scope: Scope
    var phase = Phase.starting
    var hasBegun = false
    var isCancelled = false
    /// Of an effect: whether it was cancelled while it waited at its gate.
    var wasCancelledAtGate = false
    var outcome: Outcome?
    /// The action that it has sent.
    var child: Int?
    /// Of a concatenation: the index of the part that comes next.
    var nextPart = 0

    var number: Int? {
      if case .leaf(let number, _) = plan.kind { number } else { nil }
    }
    var isStubborn: Bool {
      if case .leaf(_, true) = plan.kind { true } else { false }
    }
    /// Whether it goes on and was not cancelled.
    var isLive: Bool { phase != .ended && !isCancelled }
  }

  /// What work has from the compositions that it is part of.
  struct Scope {
    let action: Int
    /// All ids that reach it, the innermost last.
    var ids: [Int] = []
    /// Who takes its failures: an index of `takers`, or the store.
    var taker: Int?
    /// The step of a concatenation that waits for it.
    var step: Int?
  }

  private enum Taker {
    case handler(String, hasBeenCalled: Bool)
    case step(failures: [Int])
  }

  private struct Step {
    let concatenation: Int
    let taker: Int
    var running = 0
  }

  private enum Turn {
    case begin(Int)
    case leaveGate(Int)
    case endStep(Int)
  }

  private(set) var actions: [Action] = []
  private(set) var works: [Work] = []
  /// Who was told of which failure, in order.
  private(set) var reports: [String] = []
  private var takers: [Taker] = []
  private var steps: [Step] = []
  private var turns: [Turn] = []

  var effects: [Work] { works.filter { $0.number != nil } }
  var runningCount: Int { effects.count(where: \.isLive) }

  /// Whether nothing goes on without an operation.
  var hasSettled: Bool { turns.isEmpty }

  func isRunning(_ id: Int) -> Bool {
    works.contains { $0.isLive && $0.scope.ids.contains(id) }
  }

  func isDone(_ action: Int) -> Bool {
    works.allSatisfy { $0.phase == .ended || $0.scope.action != action }
      && actions.indices.allSatisfy { actions[$0].parent != action || isDone($0) }
  }

  /// The effects whose gates may be opened.
  var waiting: [Int] {
    works.indices.filter { index in
      let work = works[index]
      return work.number != nil && work.phase == .running && work.outcome == nil
        && (!work.isCancelled || work.isStubborn)
    }
  }

  mutating func send(_ plan: EffectPlan, parent: Int? = nil) {
    let isCancelled = parent.map { actions[$0].isCancelled } ?? false
    actions.append(Action(parent: parent, isCancelled: isCancelled))
    start(plan, in: Scope(action: actions.count - 1))
  }

  mutating func open(_ index: Int, _ outcome: Outcome) {
    works[index].outcome = outcome
    turns.append(.leaveGate(index))
  }

  mutating func cancel(id: Int) {
    cancel { $0.scope.ids.contains(id) }
  }

  mutating func cancelAll() {
    cancel { _ in true }
  }

  /// Cancels an action and all that it sent.
  mutating func cancel(action: Int) {
    actions[action].isCancelled = true
    cancel { $0.scope.action == action }
    for child in actions.indices where actions[child].parent == action && !isDone(child) {
      cancel(action: child)
    }
  }

  /// Lets everything come to where it waits.
  mutating func settle() {
    while !turns.isEmpty {
      switch turns.removeFirst() {
      case .begin(let index): begin(index)
      case .leaveGate(let index): leaveGate(index)
      case .endStep(let step): endStep(step)
      }
    }
  }

  /// Starts an effect; of an action that was cancelled only cancels are carried out.
  private mutating func start(_ plan: EffectPlan, in scope: Scope) {
    let isCancelled = actions[scope.action].isCancelled
    if plan.replaces, !isCancelled, let id = plan.id { cancel(id: id) }
    var scope = scope
    if let id = plan.id { scope.ids.append(id) }
    switch plan.kind {
    case .cancel(let id): cancel(id: id)
    case .merge(let parts):
      let inner = entering(plan, scope)
      for part in parts { start(part, in: inner) }
    case .leaf, .concatenate:
      if isCancelled { return }
      if let step = scope.step { steps[step].running += 1 }
      works.append(Work(plan: plan, scope: scope))
      turns.append(.begin(works.count - 1))
    }
  }

  /// The scope of the parts of a composition, which may have a handler for their failures.
  private mutating func entering(_ plan: EffectPlan, _ scope: Scope) -> Scope {
    guard let handler = plan.handler else { return scope }
    var scope = scope
    takers.append(.handler(handler, hasBeenCalled: false))
    scope.taker = takers.count - 1
    return scope
  }

  private mutating func cancel(_ isReached: (Work) -> Bool) {
    for index in works.indices where works[index].isLive && isReached(works[index]) {
      works[index].isCancelled = true
      guard works[index].number != nil, works[index].phase == .running else { continue }
      works[index].wasCancelledAtGate = true
      if !works[index].isStubborn { turns.append(.leaveGate(index)) }
    }
  }

  private mutating func begin(_ index: Int) {
    if works[index].isCancelled { return end(index) }
    works[index].phase = .running
    works[index].hasBegun = true
    if case .concatenate(let parts) = works[index].plan.kind { proceed(index, parts) }
  }

  private mutating func leaveGate(_ index: Int) {
    let work = works[index]
    guard work.phase == .running else { return }
    works[index].phase = .leaving
    if !work.isCancelled || work.isStubborn {
      switch work.outcome {
      case .success, nil: break
      case .failure: fail(work)
      case .sending(let plan):
        works[index].child = actions.count
        send(plan, parent: work.scope.action)
      }
    }
    end(index)
  }

  private mutating func end(_ index: Int) {
    works[index].phase = .ended
    guard let step = works[index].scope.step else { return }
    steps[step].running -= 1
    if steps[step].running == 0 { turns.append(.endStep(step)) }
  }

  private mutating func endStep(_ step: Int) {
    let index = steps[step].concatenation
    guard case .step(let failures) = takers[steps[step].taker],
      case .concatenate(let parts) = works[index].plan.kind
    else { return }
    guard !failures.isEmpty else { return proceed(index, parts) }
    let taker = entering(works[index].plan, works[index].scope).taker
    for failure in failures { deliver(failure, to: taker) }
    end(index)
  }

  /// Goes on with a concatenation: up to a part that takes time, or to its end.
  private mutating func proceed(_ index: Int, _ parts: [EffectPlan]) {
    while works[index].nextPart < parts.count, !works[index].isCancelled {
      let part = parts[works[index].nextPart]
      works[index].nextPart += 1
      takers.append(.step(failures: []))
      steps.append(Step(concatenation: index, taker: takers.count - 1))
      var scope = works[index].scope
      scope.taker = takers.count - 1
      scope.step = steps.count - 1
      let step = steps.count - 1
      start(part, in: scope)
      if steps[step].running > 0 { return }
    }
    end(index)
  }

  private mutating func fail(_ work: Work) {
    guard let number = work.number else { return }
    if let handler = work.plan.handler {
      reports.append("\(handler): \(number)")
    } else {
      deliver(number, to: work.scope.taker)
    }
  }

  private mutating func deliver(_ failure: Int, to taker: Int?) {
    guard let taker else { return reports.append("store: \(failure)") }
    switch takers[taker] {
    case .handler(_, hasBeenCalled: true): break
    case .handler(let name, hasBeenCalled: false):
      takers[taker] = .handler(name, hasBeenCalled: true)
      reports.append("\(name): \(failure)")
    case .step(let failures): takers[taker] = .step(failures: failures + [failure])
    }
  }
}
