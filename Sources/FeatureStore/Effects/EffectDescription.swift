import StateCore

/// The content of an `ActionTask`, without the types of its feature.
///
/// Code without type parameters is several times as fast, because it needs no metadata lookups at run time.
enum EffectContent: Sendable {
  /// Work that receives the `EffectEnvironment` of its store.
  typealias Operation = @MainActor (_ environment: any EffectEnvironment) async throws -> Void

  case none
  /// Work on the main actor without options: the usual part of a composition, which then needs no description.
  case work(Operation)
  case effect(EffectDescription)

  /// A description of the effect; `nil` for `none`.
  var effect: EffectDescription? {
    switch self {
    case .none: nil
    case .work(let operation): EffectDescription(.run(operation))
    case .effect(let effect): effect
    }
  }

  /// The stored description; `nil` for work without options.
  var described: EffectDescription? {
    if case .effect(let effect) = self { effect } else { nil }
  }

  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  var isMerge: Bool {
    if case .effect(let effect) = self, case .merge = effect.kind { true } else { false }
  }

  /// Whether starting it sends an action or an output in the same call.
  var sendsAtOnce: Bool { described?.sendsAtOnce ?? false }

  /// Whether it completes within the call that starts it.
  var takesNoTime: Bool {
    switch self {
    case .none: true
    case .work: false
    case .effect(let effect): effect.takesNoTime
    }
  }
}

/// A description of an effect.
final class EffectDescription: Sendable {
  typealias Operation = EffectContent.Operation
  typealias FailureHandler =
    @MainActor (_ error: any Error, _ environment: any EffectEnvironment) -> Void
  typealias CancelHandler = @MainActor (_ environment: any EffectEnvironment) -> Void
  /// A function that sends an action and completes immediately.
  typealias Sending = @MainActor (_ environment: any EffectEnvironment) -> Void
  /// The raw value of a `TaskPriority`, because the size of `TaskPriority` isn't known at compile time.
  typealias Priority = TaskPriority.RawValue

  enum Kind: Sendable {
    case run(Operation)
    case cancel([TaskKey])
    /// A value for the store's parent.
    case output(any Sendable)
    /// An action for the store itself.
    case send(Sending)
    /// An operation that runs at the end of each interval.
    case every(Duration, Operation)
    case merge(EffectParts)
    case concatenate(EffectParts)
    case wrapped(Wrapper, EffectDescription)
  }

  /// What an operator does with one other effect.
  enum Wrapper: Sendable {
    /// The effect begins when the policy of its key admits it.
    case scheduled(TaskKey, ExecutionPolicy.Rule)
    /// The effect begins after a time, regardless of other work.
    case delayed(Duration)
    case retry(RetryPolicy)
    case timeout(Duration)

    /// Whether the effect begins within the call that starts the operator.
    var beginsAtOnce: Bool {
      switch self {
      case .scheduled, .delayed: false
      case .retry, .timeout: true
      }
    }
  }

  struct Options: Sendable {
    var key: TaskKey?
    var policy = DuplicatePolicy.cancelExisting
    /// Whether another id is that of a composition around the effect, because it needs its own.
    var keepsKey = false
    var failureHandler: FailureHandler?
    var cancelHandler: CancelHandler?
    var priority: Priority?

    var isEmpty: Bool {
      key == nil && failureHandler == nil && cancelHandler == nil && priority == nil
    }
  }

  let kind: Kind
  let name: String?
  let options: Options

  init(_ kind: Kind, name: String? = nil, options: Options = Options()) {
    self.kind = kind
    self.name = name
    self.options = options
  }

  /// Whether its id is never replaced.
  var keepsKey: Bool {
    if case .wrapped(.scheduled, let scheduled) = kind { return scheduled.keepsKey }
    return options.keepsKey
  }

  /// Whether it completes within the call that starts it.
  var takesNoTime: Bool {
    switch kind {
    case .cancel, .output, .send: true
    case .merge(let parts), .concatenate(let parts): parts.takeNoTime
    case .run, .every, .wrapped: false
    }
  }

  /// Whether starting it sends an action or an output in the same call.
  ///
  /// - Complexity: O(n)
  var sendsAtOnce: Bool {
    switch kind {
    case .output, .send: true
    case .merge(let parts): parts.contents.contains(where: \.sendsAtOnce)
    case .concatenate(let parts): parts.leading.contains(where: \.sendsAtOnce)
    case .wrapped(let wrapper, let part): wrapper.beginsAtOnce && part.sendsAtOnce
    case .run, .every, .cancel: false
    }
  }

  /// Whether the options of a composition with only this effect can become those of the effect itself.
  var isOpen: Bool {
    if case .wrapped(.scheduled, _) = kind { return false }
    return options.isEmpty
  }

  /// Returns the effect without its cancellation handler, and that handler.
  func withoutCancelHandler() -> (effect: EffectDescription, handler: CancelHandler?) {
    if case .wrapped(.scheduled(let key, let rule), let part) = kind {
      let (inner, handler) = part.withoutCancelHandler()
      guard let handler else { return (self, nil) }
      return (EffectDescription(.wrapped(.scheduled(key, rule), inner), name: name), handler)
    }
    guard let handler = options.cancelHandler else { return (self, nil) }
    var options = options
    options.cancelHandler = nil
    return (EffectDescription(kind, name: name, options: options), handler)
  }

  /// The ids under which the effect and its parts run, as text, outermost first.
  var ids: [String] {
    var ids: [String] = []
    var pending = [self]
    while let effect = pending.popLast() {
      if let key = effect.options.key { ids.append(key.description) }
      switch effect.kind {
      case .run, .every, .cancel, .output, .send: break
      case .merge(let parts), .concatenate(let parts): pending += parts.effects.reversed()
      case .wrapped(let wrapper, let part):
        if case .scheduled(let key, _) = wrapper { ids.append(key.description) }
        pending.append(part)
      }
    }
    return ids
  }
}
