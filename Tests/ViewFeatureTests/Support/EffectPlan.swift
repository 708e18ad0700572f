import StateTesting

/// An effect as data: made at random, given to a model, and turned into an `ActionTask`.
struct EffectPlan: Sendable, CustomStringConvertible {
  indirect enum Kind: Sendable {
    /// An effect that waits at a gate; a stubborn one takes no notice of a cancel there.
    case leaf(Int, isStubborn: Bool)
    case merge([EffectPlan])
    case concatenate([EffectPlan])
    case cancel(Int)
    /// With a pause between the attempts, in moments.
    case retry(EffectPlan, attempts: Int, pause: Int)
    case timeout(EffectPlan, after: Int)
    /// Begins after so many moments.
    case delayed(EffectPlan, by: Int)
    /// Ticks so often, and fails with the last tick; a further attempt fails with its first one.
    case every(Int, interval: Int, count: Int)
    /// An action that the store sends to itself.
    case send(EffectPlan)
    case scheduled(EffectPlan, Rule, lane: Int)
    /// A policy that names a group.
    case grouped(EffectPlan, Rule, id: Int, group: Int)
  }

  /// When work begins in the lane of its id.
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
  /// Whether it replaces what runs under the id.
  var replaces = false
  /// What its failures are reported as, if it has a handler for them.
  var handler: String?
  var priority: TaskPriority?

  /// Short: `merge[#1 id 2!, ~#3]`, with `!` for replacing and `~` for stubborn.
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

  /// Whether it takes no time.
  var isImmediate: Bool {
    switch kind {
    case .cancel, .send: true
    default: false
    }
  }

  /// Whether it is no more than its kind.
  var isPlain: Bool { id == nil && handler == nil && priority == nil }

  var isMerge: Bool {
    if case .merge = kind { true } else { false }
  }

  /// The number of the effect that it lends its name from.
  var number: Int? {
    switch kind {
    case .leaf(let number, _), .every(let number, _, _): number
    case .retry(let plan, _, _), .timeout(let plan, _), .scheduled(let plan, _, _): plan.number
    case .delayed(let plan, _): plan.number
    case .grouped(let plan, _, _, _): plan.number
    // One that was made so that another id reaches the part.
    case .merge(let parts): parts.count == 1 ? parts[0].number : nil
    case .concatenate, .cancel, .send: nil
    }
  }

  /// The lane that it enters, and how.
  var entry: (id: Int, rule: Rule)? {
    if case .scheduled(_, let rule, let lane) = kind { return (lane, rule) }
    return id.map { ($0, replaces ? .restart : .allow) }
  }

  /// The ids that reach it while it waits for its turn, the innermost last.
  var ownIDs: [Int] {
    switch kind {
    case .scheduled(let plan, _, let lane): [lane] + plan.simplified.ownIDs
    case .retry(let plan, _, _), .timeout(let plan, _), .delayed(let plan, _):
      (id.map { [$0] } ?? []) + plan.ownIDs
    case .leaf, .every, .merge, .concatenate, .cancel, .send, .grouped: id.map { [$0] } ?? []
    }
  }

  /// The same effect, with ids where the operators put them.
  var simplified: EffectPlan {
    switch kind {
    case .leaf, .every, .merge, .concatenate, .cancel, .send: return self
    case .scheduled(let plan, let rule, let lane):
      return EffectPlan(kind: .scheduled(plan.simplified, rule, lane: lane))
    case .grouped(let plan, let rule, let id, let group):
      let inner = plan.simplified.alsoReached(by: id)
      return EffectPlan(kind: .scheduled(inner, rule, lane: group))
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

  /// The whole runs under the id of the part that it repeats or limits.
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
