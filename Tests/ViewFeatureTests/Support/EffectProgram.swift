/// The effects and steps of small programs, which are enumerated.
enum EffectProgram {
  /// An operator that wraps an effect.
  enum Operator: CaseIterable {
    case id0, replace0, id1, replace1
    case queued0, queued1, limited0, drop0, drop1, restart0, concurrent1
    case debounce0, debounce1, throttle0, throttle1
    case group
    case retry, timeout, delay
    case alone, aloneInOrder, merged, before, after

    /// Returns the effect with the operator.
    ///
    /// `leaf` creates another effect.
    func put(_ plan: EffectPlan, _ leaf: () -> EffectPlan) -> EffectPlan {
      switch self {
      case .id0, .id1, .replace0, .replace1:
        var plan = plan
        if case .grouped = plan.kind { plan = EffectPlan(kind: .merge([plan])) }
        plan.id = self == .id0 || self == .replace0 ? 0 : 1
        plan.replaces = self == .replace0 || self == .replace1
        if case .scheduled(let inner, let rule, let lane) = plan.kind {
          // The options of a scheduled effect belong to the waiting effect.
          return EffectPlan(kind: .scheduled(put(inner, leaf), rule, lane: lane))
        }
        return plan
      case .queued0: return scheduled(plan, .wait(limit: 1), 0)
      case .queued1: return scheduled(plan, .wait(limit: 1), 1)
      case .limited0: return scheduled(plan, .wait(limit: 2), 0)
      case .drop0: return scheduled(plan, .drop, 0)
      case .drop1: return scheduled(plan, .drop, 1)
      case .restart0: return scheduled(plan, .restart, 0)
      case .concurrent1: return scheduled(plan, .allow, 1)
      case .debounce0: return scheduled(plan, .debounce(1_510), 0)
      case .debounce1: return scheduled(plan, .debounce(1_520), 1)
      case .throttle0: return scheduled(plan, .throttle(1_530, latest: true), 0)
      case .throttle1: return scheduled(plan, .throttle(1_540, latest: false), 1)
      case .group:
        return EffectPlan(kind: .grouped(plan, .wait(limit: 1), id: 0, group: 1))
      case .retry: return EffectPlan(kind: .retry(plan, attempts: 2, pause: 1_550))
      case .timeout: return EffectPlan(kind: .timeout(plan, after: 2_560))
      case .delay: return EffectPlan(kind: .delayed(plan, by: 1_570))
      case .alone: return EffectPlan(kind: .merge([plan]))
      case .aloneInOrder: return EffectPlan(kind: .concatenate([plan]))
      case .merged: return EffectPlan(kind: .merge([plan, leaf()]))
      case .before: return EffectPlan(kind: .concatenate([plan, leaf()]))
      case .after: return EffectPlan(kind: .concatenate([leaf(), plan]))
      }
    }

    private func scheduled(
      _ plan: EffectPlan,
      _ rule: EffectPlan.Rule,
      _ lane: Int
    ) -> EffectPlan {
      EffectPlan(kind: .scheduled(plan, rule, lane: lane))
    }
  }

  /// The effect that operators wrap.
  enum Base: CaseIterable {
    case leaf, stubborn, send, cancel0, cancel1

    func plan(_ leaf: (_ isStubborn: Bool) -> EffectPlan) -> EffectPlan {
      switch self {
      case .leaf: leaf(false)
      case .stubborn: leaf(true)
      case .send: EffectPlan(kind: .send(leaf(false)))
      case .cancel0: EffectPlan(kind: .cancel(0))
      case .cancel1: EffectPlan(kind: .cancel(1))
      }
    }
  }

  /// An effect of a program.
  ///
  /// Its numbers differ each time it is sent.
  struct Recipe: CustomStringConvertible {
    let base: Base
    let operators: [Operator]

    var description: String { "\(base)" + operators.map { ".\($0)" }.joined() }

    func make(_ number: () -> Int) -> EffectPlan {
      func leaf(_ isStubborn: Bool) -> EffectPlan {
        EffectPlan(kind: .leaf(number(), isStubborn: isStubborn))
      }
      return operators.reduce(base.plan(leaf)) { plan, next in next.put(plan) { leaf(false) } }
    }
  }

  /// Returns all effects with `count` operators.
  static func recipes(_ count: Int, _ bases: [Base] = Base.allCases) -> [Recipe] {
    var all = bases.map { Recipe(base: $0, operators: []) }
    for _ in 0..<count {
      all = all.flatMap { recipe in
        Operator.allCases.map { Recipe(base: recipe.base, operators: recipe.operators + [$0]) }
      }
    }
    // If an action is sent again, its effects have the same numbers.
    return all.filter { recipe in
      let companions: [Operator] = [.merged, .before, .after]
      return recipe.base != .send || !recipe.operators.contains(.retry)
        || !recipe.operators.contains(where: companions.contains)
    }
  }

  /// A step of a program.
  enum Step: CustomStringConvertible {
    case send(Recipe)
    /// The effect with this index among those that wait at their gates.
    case open(Int, fails: Bool)
    case cancel(id: Int)
    case cancelAction(Int)
    case pass

    var description: String {
      switch self {
      case .send(let recipe): "send \(recipe)"
      case .open(let index, let fails): "open \(index)\(fails ? ", which fails" : "")"
      case .cancel(let id): "cancel \(id)"
      case .cancelAction(let action): "cancel action \(action)"
      case .pass: "pass"
      }
    }
  }
}
