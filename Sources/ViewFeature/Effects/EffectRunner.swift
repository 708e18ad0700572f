import Logging
import StateEngine

/// Starts effects and sees them to their end.
///
/// It holds the state, never the store.
@MainActor
final class EffectRunner<F: Feature> {
  typealias Effect = ActionTask<F.Action, F.State>.Effect

  /// The action that an effect belongs to.
  struct Cause {
    let action: F.Action
    let id: ActionTree.ID
  }

  /// What an effect has from the compositions that it is part of.
  struct Scope {
    let cause: Cause
    var keys: [TaskKey] = []
    var priority: TaskPriority?
    /// The nearest composition with a handler, or one that is waited for.
    var failures: FailureCollector<F.State>?
    /// Whoever waits for the effect's end.
    var completion: CompletionCount?
  }

  let state: F.State
  let pipeline: ActionPipeline<F.Action, F.State>
  let tracker: ActionTracker
  let store: WeakStore

  private var registry: TaskRegistry { tracker.registry }

  init(
    state: F.State,
    pipeline: ActionPipeline<F.Action, F.State>,
    tracker: ActionTracker,
    store: WeakStore
  ) {
    self.state = state
    self.pipeline = pipeline
    self.tracker = tracker
    self.store = store
  }

  /// Starts an effect; when this returns, a cancel reaches it.
  func start(_ effect: Effect, cause: Cause) {
    start(effect, in: Scope(cause: cause))
  }

  private func start(_ effect: Effect, in scope: Scope) {
    switch effect.kind {
    case .run, .runConcurrently:
      startTask(for: effect, in: scope) { await $0.run(effect, in: scope) }
    case .cancel(let keys):
      for key in keys { registry.cancel(key) }
    case .merge(let effects):
      let scope = entering(effect, from: scope)
      for effect in effects { start(effect, in: scope) }
    case .concatenate(let effects):
      let inner = entering(effect, from: scope)
      startTask(for: effect, in: scope) { await $0.runInOrder(effects, in: inner) }
    }
  }

  /// Starts the task of a single effect, or of the sequence that a concatenation is.
  private func startTask(
    for effect: Effect,
    in scope: Scope,
    operation: @escaping @MainActor (EffectRunner) async -> Void
  ) {
    let id = scope.cause.id
    tracker.beginWork(id)
    scope.completion?.enter()
    let context = EffectContext(store: store, tracker: tracker, action: id, isHandler: false)
    let isSequence = if case .concatenate = effect.kind { true } else { false }
    registry.run(
      effect.options.key,
      inheriting: scope.keys,
      group: id,
      policy: effect.options.policy,
      isCounted: !isSequence,
      name: effect.name,
      priority: scope.priority ?? effect.options.priority
    ) {
      await EffectContext.$current.withValue(context) { await operation(self) }
    } onEnd: { [tracker] in
      tracker.endWork(id)
      scope.completion?.leave()
    }
    // Cancelled before the task was there to be reached.
    if tracker.isCancelled(id) { registry.cancel(groups: [id]) }
  }

  /// Runs a single effect in the current task and hands its failure on.
  private func run(_ effect: Effect, in scope: Scope) async {
    guard let error = await failure(of: effect) else { return }
    if let handler = effect.options.failureHandler {
      handler(error, state)
    } else {
      await deliver(error, in: scope)
    }
  }

  private func failure(of effect: Effect) async -> (any Error)? {
    do {
      switch effect.kind {
      case .run(let operation): try await operation(state)
      case .runConcurrently(let operation): try await operation()
      case .cancel, .merge, .concatenate: break
      }
    } catch {
      return isCancellation(error) ? nil : error
    }
    return nil
  }

  private func runInOrder(_ effects: [Effect], in scope: Scope) async {
    for effect in effects {
      if Task.isCancelled { return }
      if let error = await runToEnd(effect, in: scope) { return await deliver(error, in: scope) }
    }
  }

  /// Runs one part of a concatenation to its end.
  ///
  /// - Returns: The failure that stops the concatenation: one that no handler of the part took.
  private func runToEnd(_ effect: Effect, in scope: Scope) async -> (any Error)? {
    if case .cancel(let keys) = effect.kind {
      for key in keys { registry.cancel(key) }
      return nil
    }
    if runsInline(effect, in: scope) { return await runInline(effect, in: scope) }
    let completion = CompletionCount()
    let failures = FailureCollector<F.State>(handler: nil)
    var inner = scope
    inner.completion = completion
    inner.failures = failures
    start(effect, in: inner)
    await completion.wait()
    return failures.first
  }

  /// A part that can neither be cancelled on its own nor has a priority of its own needs no task of
  /// its own.
  private func runsInline(_ effect: Effect, in scope: Scope) -> Bool {
    switch effect.kind {
    case .run, .runConcurrently:
      effect.options.key == nil && (effect.options.priority == nil || scope.priority != nil)
    case .cancel, .merge, .concatenate: false
    }
  }

  private func runInline(_ effect: Effect, in scope: Scope) async -> (any Error)? {
    let ticket = registry.admit(nil, inheriting: scope.keys, group: scope.cause.id)
    let error = await failure(of: effect)
    if let ticket { registry.end(ticket) }
    guard let error, let handler = effect.options.failureHandler else { return error }
    handler(error, state)
    return nil
  }

  /// The scope of a composition's parts.
  private func entering(_ composition: Effect, from scope: Scope) -> Scope {
    var scope = scope
    if let key = composition.options.key {
      if composition.options.policy == .cancelExisting { registry.cancel(key) }
      if !scope.keys.contains(key) { scope.keys.append(key) }
    }
    scope.priority = scope.priority ?? composition.options.priority
    if let handler = composition.options.failureHandler {
      scope.failures = FailureCollector(handler: handler)
    }
    return scope
  }

  private func deliver(_ error: any Error, in scope: Scope) async {
    guard let failures = scope.failures else {
      return await pipeline.report(error, scope.cause.action, state)
    }
    if !failures.take(error, state) {
      logger.error(
        "A further failure in a composition, after the one that was handled",
        metadata: ["action": "\(scope.cause.action)", "error": "\(error)"]
      )
    }
  }
}
