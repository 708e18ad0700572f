import StateCore
import StateTestSupport
import ViewFeature

/// A state that contains the output of failure handlers.
protocol EffectLog: AnyObject {
  var log: [String] { get set }
}

extension EffectPlan {
  /// Creates the effect.
  ///
  /// `leaf` creates those of the leaves, with their ids.
  @MainActor
  func effect<Action: Sendable, State: EffectLog>(
    _ leaf: (_ number: Int, _ isStubborn: Bool, _ id: Int?) -> ActionTask<Action, State>,
    send: (EffectPlan) -> ActionTask<Action, State>
  ) -> ActionTask<Action, State> {
    let effect: ActionTask<Action, State> =
      switch kind {
      case .leaf(let number, let isStubborn): leaf(number, isStubborn, id)
      case .merge(let parts): .merge(parts.map { $0.effect(leaf, send: send) })
      case .concatenate(let parts): .concatenate(parts.map { $0.effect(leaf, send: send) })
      case .cancel(let id): .cancel(id: id)
      case .retry(let plan, let attempts, let pause):
        plan.effect(leaf, send: send).retry(.constant(.milliseconds(pause), maxAttempts: attempts))
      case .timeout(let plan, let duration):
        plan.effect(leaf, send: send).timeout(.milliseconds(duration))
      case .delayed(let plan, let duration):
        plan.effect(leaf, send: send).delay(for: .milliseconds(duration))
      case .every(let number, let interval, let count):
        Self.ticks(number, .milliseconds(interval), count)
      case .send(let plan): send(plan)
      case .scheduled(let plan, let rule, let lane):
        rule.schedule(plan.effect(leaf, send: send), lane)
      case .grouped(let plan, let rule, let id, let group):
        plan.execution(rule.policy.group(group), id, leaf, send)
      }
    return withOptions(effect)
  }

  /// A policy that repeats or limits work does so inside the rule.
  @MainActor
  private func execution<Action: Sendable, State: EffectLog>(
    _ policy: ExecutionPolicy,
    _ id: Int,
    _ leaf: (_ number: Int, _ isStubborn: Bool, _ id: Int?) -> ActionTask<Action, State>,
    _ send: (EffectPlan) -> ActionTask<Action, State>
  ) -> ActionTask<Action, State> {
    switch kind {
    case .retry(let plan, let attempts, let pause) where isPlain:
      let retry = RetryPolicy.constant(.milliseconds(pause), maxAttempts: attempts)
      return plan.effect(leaf, send: send).execution(policy.retry(retry), id: id)
    case .timeout(let plan, let duration) where isPlain:
      return plan.effect(leaf, send: send).execution(
        policy.timeout(.milliseconds(duration)),
        id: id
      )
    default: return effect(leaf, send: send).execution(policy, id: id)
    }
  }

  @MainActor
  private func withOptions<Action: Sendable, State: EffectLog>(
    _ effect: ActionTask<Action, State>
  ) -> ActionTask<Action, State> {
    var effect = effect
    if let id, !(isLeaf && replaces) {
      effect = effect.cancellable(id: id, cancelInFlight: replaces)
    }
    if let handler {
      effect = effect.catch { $1.log.append("\(handler): \(Self.describe($0))") }
    }
    if let priority { effect = effect.priority(priority) }
    return effect
  }

  @MainActor
  private static func ticks<Action, State: EffectLog>(
    _ number: Int,
    _ interval: Duration,
    _ count: Int
  ) -> ActionTask<Action, State> {
    var past = 0
    return .every(interval, name: "\(number)") { (state: State) in
      past += 1
      state.log.append("tick \(number)")
      if past >= count { throw TestError("\(number)") }
    }
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

  fileprivate func schedule<Action: Sendable, State>(
    _ effect: ActionTask<Action, State>,
    _ id: Int
  ) -> ActionTask<Action, State> {
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
