import StateTesting

/// An effect as data: randomly created, passed to a model, and converted to an `ActionTask`.
struct EffectPlan: Sendable, CustomStringConvertible {
  indirect enum Kind: Sendable {
    /// An effect that waits at a gate. A stubborn one ignores cancellation there.
    case leaf(Int, isStubborn: Bool)
    case merge([EffectPlan])
    case concatenate([EffectPlan])
    case cancel(Int)
    /// Includes a pause between the attempts, in moments.
    case retry(EffectPlan, attempts: Int, pause: Int)
    case timeout(EffectPlan, after: Int)
    /// Begins after a number of moments.
    case delayed(EffectPlan, by: Int)
    /// Ticks a number of times, and fails with the last tick. A further attempt fails with its first tick.
    case every(Int, interval: Int, count: Int)
    /// An action that the store sends to itself.
    case send(EffectPlan)
    case scheduled(EffectPlan, Rule, lane: Int)
    /// A policy that names a group.
    case grouped(EffectPlan, Rule, id: Int, group: Int)
  }

  /// The rule for when work begins in the lane of its id.
  enum Rule: Sendable {
    case allow
    case restart
    case drop
    case wait(limit: Int)
    case debounce(Int)
    case throttle(Int, latest: Bool)
  }

  var kind: Kind
  var id: Int?
  /// Whether it replaces work that runs under the id.
  var replaces = false
  /// The name under which its failures are reported, if it has a handler for them.
  var handler: String?
  var priority: TaskPriority?

  /// A short form: `merge[#1 id 2!, ~#3]`, with `!` for replacing and `~` for stubborn.
  var description: String {
    let id = id.map { " id \($0)\(replaces ? "!" : "")" } ?? ""
    let handler = handler.map { " \($0)" } ?? ""
    let text =
      switch kind {
      case .leaf(let number, let isStubborn): "\(isStubborn ? "~" : "")#\(number)"
      case .merge(let parts): "merge\(parts)"
      case .concatenate(let parts): "concatenate\(parts)"
      case .cancel(let id): "cancel \(id)"
      case .retry(let plan, let attempts, let pause): "retry[\(plan), \(attempts), \(pause)]"
      case .timeout(let plan, let duration): "timeout[\(plan), \(duration)]"
      case .delayed(let plan, let duration): "delayed[\(plan), \(duration)]"
      case .every(let number, let interval, let count): "every[#\(number), \(interval), \(count)]"
      case .send(let plan): "send[\(plan)]"
      case .scheduled(let plan, let rule, let lane): "\(rule)[\(plan)] in \(lane)"
      case .grouped(let plan, let rule, let id, let group):
        "\(rule)[\(plan)] as \(id) in \(group)"
      }
    let priority = priority.map { " at \($0.rawValue)" } ?? ""
    return text + id + handler + priority
  }

  var isLeaf: Bool {
    if case .leaf = kind { true } else { false }
  }

  /// Whether it is a single operation.
  var isOperation: Bool {
    switch kind {
    case .leaf, .every: true
    default: false
    }
  }

  /// Whether it completes immediately.
  var takesNoTime: Bool {
    switch kind {
    case .cancel, .send: true
    case .merge(let parts), .concatenate(let parts): parts.allSatisfy(\.takesNoTime)
    case .retry(let plan, _, _), .timeout(let plan, _): plan.takesNoTime
    case .leaf, .every, .delayed, .scheduled, .grouped: false
    }
  }

  /// Whether it has no options.
  var isPlain: Bool { id == nil && handler == nil && priority == nil }

  /// Whether it adopts the options of the enclosing effect.
  private var isOpen: Bool {
    switch kind {
    case .scheduled, .grouped: return false
    case .retry(let plan, _, _), .timeout(let plan, _):
      return isPlain && (plan.takesNoTime ? plan.isPlain : plan.simplified.id == nil)
    case .delayed(let plan, _): return isPlain && plan.simplified.id == nil
    case .leaf, .every, .cancel, .send, .merge, .concatenate: return isPlain
    }
  }

  var isInOrder: Bool {
    if case .concatenate = kind { true } else { false }
  }

  var isMerge: Bool {
    if case .merge = kind { true } else { false }
  }

  /// The number of the effect that provides its name.
  var number: Int? {
    switch kind {
    case .leaf(let number, _), .every(let number, _, _): number
    case .retry(let plan, _, _), .timeout(let plan, _), .scheduled(let plan, _, _): plan.number
    case .delayed(let plan, _): plan.number
    case .grouped(let plan, _, _, _): plan.number
    case .merge(let parts), .concatenate(let parts): parts.count == 1 ? parts[0].number : nil
    case .cancel, .send: nil
    }
  }

  /// The lane that it enters, and the rule.
  var entry: (id: Int, rule: Rule)? {
    if case .scheduled(_, let rule, let lane) = kind { return (lane, rule) }
    return id.map { ($0, replaces ? .restart : .allow) }
  }

  /// Whether it is a policy of an effect that sends immediately.
  ///
  /// The policy sends in a turn of its task.
  var isPolicyThatSends: Bool {
    if case .scheduled(let plan, _, _) = kind { plan.sendsAtOnce } else { false }
  }

  /// Whether it sends in the call that starts it.
  var sendsAtOnce: Bool {
    switch kind {
    case .send: return true
    case .merge(let parts): return parts.contains(where: \.sendsAtOnce)
    case .concatenate(let parts):
      let count = parts.prefix(while: \.takesNoTime).count + 1
      return parts.prefix(count).contains(where: \.sendsAtOnce)
    case .retry(let plan, _, _), .timeout(let plan, _): return plan.sendsAtOnce
    case .leaf, .every, .cancel, .delayed, .scheduled, .grouped: return false
    }
  }

  /// The ids that reach the whole while it waits, with the innermost last.
  var ownIDs: [Int] {
    var ids = entry.map { [$0.id] } ?? []
    if let only = onlyPart { ids += only.simplified.ownIDs.filter { !ids.contains($0) } }
    return ids
  }

  /// Returns the ids that reach a part while it waits, unless an enclosing id is the same.
  func partIDs(below enclosing: Set<Int>) -> [Int] {
    let enclosing = enclosing.union(entry.map { [$0.id] } ?? [])
    if let only = onlyPart { return only.simplified.partIDs(below: enclosing) }
    return firstParts.flatMap { part in
      let part = part.simplified
      return part.ownIDs.filter { !enclosing.contains($0) } + part.partIDs(below: enclosing)
    }
  }

  /// The effect inside this one.
  private var onlyPart: EffectPlan? {
    switch kind {
    case .scheduled(let plan, _, _), .retry(let plan, _, _), .timeout(let plan, _): plan
    case .delayed(let plan, _): plan
    case .merge(let parts), .concatenate(let parts): parts.count == 1 ? parts[0] : nil
    case .leaf, .every, .cancel, .send, .grouped: nil
    }
  }

  /// The parts that begin with it.
  private var firstParts: [EffectPlan] {
    switch kind {
    case .merge(let parts): parts
    case .concatenate(let parts): Array(parts.prefix(1))
    default: []
    }
  }

  /// The same effect, with ids where the operators place them.
  var simplified: EffectPlan {
    switch kind {
    // A composition with one part and no options is equal to that part.
    case .merge(let parts) where parts.count == 1 && parts[0].isOpen,
      .concatenate(let parts) where parts.count == 1 && parts[0].isOpen:
      return parts[0].with(optionsOf: self).simplified
    case .leaf, .every, .merge, .concatenate, .cancel, .send: return self
    case .scheduled(let plan, let rule, let lane):
      return EffectPlan(kind: .scheduled(plan.simplified, rule, lane: lane))
    case .grouped(let plan, let rule, let id, let group):
      let inner = plan.simplified.alsoReached(by: id)
      return EffectPlan(kind: .scheduled(inner, rule, lane: group))
    case .retry(let plan, _, _) where plan.takesNoTime: return plan.simplified.with(optionsOf: self)
    case .timeout(let plan, _) where plan.takesNoTime: return plan.simplified.with(optionsOf: self)
    case .retry(let plan, let attempts, let pause):
      let (outer, inner) = takingID(of: plan)
      return outer.with(.retry(inner, attempts: attempts, pause: pause))
    case .timeout(let plan, let duration):
      let (outer, inner) = takingID(of: plan)
      return outer.with(.timeout(inner, after: duration))
    case .delayed(let plan, let duration):
      let (outer, inner) = takingID(of: plan)
      return outer.with(.delayed(inner, by: duration))
    }
  }

  private func with(_ kind: Kind) -> EffectPlan {
    var plan = self
    plan.kind = kind
    return plan
  }

  /// Returns the plan with outer options, of which the last ones apply.
  ///
  /// A retry or a timeout doesn't change a plan that completes immediately.
  private func with(optionsOf outer: EffectPlan) -> EffectPlan {
    var plan = self
    if let id = outer.id { (plan.id, plan.replaces) = (id, outer.replaces) }
    plan.handler = outer.handler ?? plan.handler
    plan.priority = outer.priority ?? plan.priority
    return plan
  }

  /// Moves the id of a repeated or limited part to the whole.
  private func takingID(of plan: EffectPlan) -> (outer: EffectPlan, inner: EffectPlan) {
    var (outer, inner) = (self, plan.simplified)
    if outer.id == nil { (outer.id, outer.replaces) = (inner.id, inner.replaces) }
    (inner.id, inner.replaces) = (nil, false)
    return (outer, inner)
  }

  private func alsoReached(by id: Int) -> EffectPlan {
    if self.id == id { return self }
    var isScheduled = false
    if case .scheduled = kind { isScheduled = true }
    var plan = self.id != nil || isScheduled ? EffectPlan(kind: .merge([self])) : self
    (plan.id, plan.replaces) = (id, false)
    return plan
  }
}
