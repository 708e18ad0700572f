import Logging
import StateEngine

/// Starts effects and sees them to their end.
///
/// It holds the state, never the store.
@MainActor
final class EffectRunner<F: Feature> {
  typealias Effect = EffectDescription
  typealias Request = RunningWork.Ledger.Request

  let state: F.State
  let pipeline: ActionPipeline<F.Action, F.State>
  let work: RunningWork
  /// The store, in the ledger of running work.
  let owner: RunningWork.ID
  let store: WeakStore
  let clock: any Clock<Duration>
  let host: EffectHost<F.Action, F.State>
  /// Takes the values for the store's parent.
  var onOutput: (@MainActor (any Sendable) -> Void)?
  /// Whether effects have labels, by which `effects` lists them.
  #if DEBUG
  var listsEffects = true
  #else
  var listsEffects = false
  #endif

  init(
    state: F.State,
    pipeline: ActionPipeline<F.Action, F.State>,
    work: RunningWork,
    store: WeakStore,
    clock: any Clock<Duration>
  ) {
    self.state = state
    self.pipeline = pipeline
    self.work = work
    owner = work.insertOwner()
    self.store = store
    self.clock = clock
    let sender = ActionSender<F.Action> { [store] action, origin in
      (store.object as? Store<F>)?.send(action, from: origin)
    }
    host = EffectHost(state: state, sender: sender)
  }

  private enum Step {
    case start(ActionTask<F.Action, F.State>, EffectScope)
    case close(RunningWork.ID)
  }

  /// Starts an effect; when this returns, a cancel reaches it.
  func start(_ task: ActionTask<F.Action, F.State>, in scope: EffectScope) {
    // A list of steps: merges may be nested in any depth.
    var steps = [Step.start(task, scope)]
    while let step = steps.popLast() {
      switch step {
      case .close(let group):
        work.closeGroup(group)
      case .start(let task, let scope):
        switch task.content {
        case .none: break
        case .work(let operation): start(operation, in: scope)
        case .effect(let effect): start(effect, in: scope, &steps)
        }
      }
    }
  }

  private func start(_ effect: Effect, in scope: EffectScope, _ steps: inout [Step]) {
    switch effect.kind {
    case .cancel, .output:
      perform(effect)
    case .run(let operation):
      startTask(request(effect, .leaf, in: scope), effect, in: scope) { runner, _ in
        await runner.run(effect, operation, in: scope)
        return true
      }
    case .merge(let parts):
      guard let inner = openGroup(for: effect, in: scope, &steps) else { return }
      for part in tasks(of: parts).reversed() { steps.append(.start(part, inner)) }
    case .concatenate(let parts):
      let inner = entering(effect, from: scope)
      startTask(request(effect, .composition, in: scope), effect, in: scope) { runner, id in
        await runner.runInOrder(runner.tasks(of: parts), below: id, in: inner)
      }
    case .retry(let policy, let repeated):
      let inner = entering(effect, from: scope)
      startTask(request(effect, .composition, in: scope), effect, in: scope) { runner, id in
        await runner.run(repeated, under: policy, below: id, in: inner)
      }
    case .timeout(let duration, let limited):
      start(effect, limited, within: duration, in: scope)
    case .scheduled(let key, let rule, let scheduled):
      let inner = entering(effect, from: scope)
      var request = request(scheduled, .leaf, in: scope)
      request.key = key
      request.rule = rule
      request.aliases = scheduled.ownKeys
      startTask(request, effect, in: scope) { runner, id in
        guard await runner.work.turn(of: id), !Task.isCancelled else { return true }
        return await runner.runScheduled(scheduled, below: id, in: inner)
      }
    }
  }

  /// Starts work on the main actor that has no options.
  private func start(
    _ operation: @escaping @MainActor (F.State) async throws -> Void,
    in scope: EffectScope
  ) {
    var request = Request(parent: scope.parent)
    request.isPart = scope.isPart
    request.label = label(nil, in: scope)
    startTask(request, nil, in: scope) { runner, _ in
      // It may have been cancelled before it began.
      if Task.isCancelled { return true }
      do {
        try await operation(runner.state)
      } catch {
        await runner.fail(error, nil, in: scope)
      }
      return true
    }
  }

  /// Enters work and starts the task that does it, in the context of its action.
  ///
  /// The operation's result says whether a policy dropped or replaced a part of it.
  @discardableResult
  private func startTask(
    _ request: Request,
    _ effect: Effect?,
    in scope: EffectScope,
    _ operation: @escaping @MainActor (EffectRunner, RunningWork.ID) async -> Bool
  ) -> RunningWork.ID? {
    guard let id = work.begin(request, clock: clock) else { return nil }
    let context = EffectContext(store: store, work: work, node: id, action: scope.cause.id)
    let once = SingleRun { [self] in await operation(self, id) }
    // The task has the context from its beginning: that is cheaper than to give it to its operation.
    let task = EffectContext.$current.withValue(context) {
      ImmediateTask.enqueue(
        name: effect?.name,
        priority: scope.priority ?? effect?.options.priority
      ) { @MainActor [work] in
        // The run is over, and holds nothing any more, when its waiters resume.
        let isComplete = await once.run()
        work.end(id, isComplete: isComplete)
      }
    }
    work.attach(task, to: id)
    return id
  }

  // MARK: Operations

  private func run(_ effect: Effect, _ operation: Effect.Operation, in scope: EffectScope) async {
    if Task.isCancelled { return }
    do {
      try await operation(host)
    } catch {
      await fail(error, effect, in: scope)
    }
  }

  /// Hands on the error of an effect; that of one that was cancelled is none.
  func fail(_ error: any Error, _ effect: Effect?, in scope: EffectScope) async {
    if Task.isCancelled { return log(error, ofCancelledEffectOf: scope.cause) }
    if let handler = effect?.options.failureHandler {
      handler(error, host)
    } else {
      await deliver(error, in: scope)
    }
  }

  func deliver(_ error: any Error, in scope: EffectScope) async {
    guard let failures = scope.failures else {
      return await pipeline.report(error, action(of: scope.cause), state)
    }
    if !failures.take(error, host) {
      logger.error(
        "A further failure in a composition, after the one that was handled",
        metadata: [
          "action": "\(describeForLog(action(of: scope.cause)))",
          "error": "\(describeForLog(error: error))",
        ]
      )
    }
  }

  private func log(_ error: any Error, ofCancelledEffectOf cause: EffectCause) {
    if error is CancellationError { return }
    logger.debug(
      "An effect failed after it was cancelled",
      metadata: [
        "action": "\(describeForLog(action(of: cause)))",
        "error": "\(describeForLog(error: error))",
      ]
    )
  }

  /// Does what takes no time; `false` if the effect is of another kind.
  @discardableResult
  func perform(_ effect: Effect) -> Bool {
    switch effect.kind {
    case .cancel(let keys): for key in keys { work.cancel(key) }
    case .output(let value): deliver(output: value)
    case .run, .merge, .concatenate, .scheduled, .retry, .timeout:
      return false
    }
    return true
  }

  /// Hands a value to the store's parent.
  func deliver(output value: any Sendable) {
    if let onOutput { return onOutput(value) }
    reportDrop("Nobody takes a feature's output", metadata: ["feature": "\(F.self)"])
  }

  // MARK: Scopes

  func tasks(of parts: any EffectParts) -> [ActionTask<F.Action, F.State>] {
    unsafeDowncast(parts, to: TaskParts<F.Action, F.State>.self).tasks
  }

  func action(of cause: EffectCause) -> F.Action {
    guard let action = cause.action as? F.Action else {
      preconditionFailure("The cause of an effect is an action of its store.")
    }
    return action
  }

  func request(
    _ effect: Effect,
    _ kind: RunningWork.Ledger.Kind,
    in scope: EffectScope
  ) -> Request {
    var request = Request(
      parent: scope.parent,
      key: effect.options.key,
      rule: effect.options.policy.rule
    )
    request.kind = kind
    request.isPart = scope.isPart
    request.label = label(effect.name, in: scope)
    return request
  }

  func label(_ name: String?, in scope: EffectScope) -> (any WorkLabel)? {
    guard listsEffects else { return nil }
    return EffectLabel(name: name, action: action(of: scope.cause), origin: scope.cause.origin)
  }

  /// The scope of a composition's parts.
  private func entering(_ composition: Effect, from scope: EffectScope) -> EffectScope {
    var scope = scope
    scope.isPart = false
    scope.priority = scope.priority ?? composition.options.priority
    if let handler = composition.options.failureHandler {
      scope.failures = FailureCollector(handler: handler)
    }
    return scope
  }

  /// The scope of a merge's parts, which are a group if they have an id together.
  private func openGroup(
    for merge: Effect,
    in scope: EffectScope,
    _ steps: inout [Step]
  ) -> EffectScope? {
    var inner = entering(merge, from: scope)
    guard merge.options.key != nil else { return inner }
    var request = request(merge, .group, in: scope)
    request.label = nil
    guard let group = work.begin(request) else { return nil }
    steps.append(.close(group))
    inner.parent = group
    return inner
  }

  /// Starts an effect that is cancelled when its time is over, which is counted from now.
  private func start(
    _ effect: Effect,
    _ limited: Effect,
    within duration: Duration,
    in scope: EffectScope
  ) {
    let inner = entering(effect, from: scope)
    let deadline = Deadline()
    let request = request(effect, .composition, in: scope)
    let id = startTask(request, effect, in: scope) { runner, id in
      defer { deadline.stop() }
      return await runner.run(limited, duration, until: deadline, below: id, in: inner)
    }
    if let id { deadline.start(clock, after: duration) { [work] in work.cancelWork(below: id) } }
  }
}
