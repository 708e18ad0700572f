import StateEngine
import ViewFeature

extension EffectPlan {
  /// Makes the effect; `leaf` makes those of the leaves, with the id that they have.
  @MainActor
  func effect(
    _ leaf: (_ number: Int, _ isStubborn: Bool, _ id: Int?) -> Script.Effect
  ) -> Script.Effect {
    let effect: Script.Effect =
      switch kind {
      case .leaf(let number, let isStubborn): leaf(number, isStubborn, id)
      case .merge(let parts): .merge(parts.map { $0.effect(leaf) })
      case .concatenate(let parts): .concatenate(parts.map { $0.effect(leaf) })
      case .cancel(let id): .cancel(id: id)
      case .retry(let plan, let attempts, let pause):
        plan.effect(leaf).retry(.constant(.milliseconds(pause), maxAttempts: attempts))
      case .timeout(let plan, let duration):
        plan.effect(leaf).timeout(.milliseconds(duration))
      case .scheduled(let plan, let rule, let lane): rule.schedule(plan.effect(leaf), lane)
      case .grouped(let plan, let rule, let id, let group):
        plan.effect(leaf).execution(rule.policy.group(group), id: id)
      }
    return withOptions(effect)
  }

  @MainActor
  private func withOptions(_ effect: Script.Effect) -> Script.Effect {
    var effect = effect
    if let id, !(isLeaf && replaces) {
      effect = effect.cancellable(id: id, cancelInFlight: replaces)
    }
    if let handler {
      effect = effect.catch { $1.log.append("\(handler): \(Self.describe($0))") }
    }
    return effect
  }

  static func describe(_ error: any Error) -> String {
    (error as? TimeoutError).map { "timeout \($0.duration)" } ?? "\(error)"
  }
}

extension EffectPlan.Rule {
  fileprivate var policy: ExecutionPolicy {
    switch self {
    case .allow: .concurrent
    case .restart: .restart
    case .drop: .dropWhileRunning
    case .wait(let limit): .concurrent(limit: limit)
    case .debounce(let duration): .debounce(for: .milliseconds(duration))
    case .throttle(let duration, let latest):
      .throttle(for: .milliseconds(duration), latest: latest)
    }
  }

  fileprivate func schedule(_ effect: Script.Effect, _ id: Int) -> Script.Effect {
    switch self {
    case .allow, .restart, .drop: effect.execution(policy, id: id)
    case .wait(limit: 1): effect.queued(id: id)
    case .wait(let limit): effect.limited(id: id, to: limit)
    case .debounce(let duration): effect.debounce(id: id, for: .milliseconds(duration))
    case .throttle(let duration, let latest):
      effect.throttle(id: id, for: .milliseconds(duration), latest: latest)
    }
  }
}
