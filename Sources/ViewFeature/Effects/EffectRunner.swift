import Logging
import StateCore
import StateFields

/// An object that starts effects and manages them until they end.
///
/// It holds the state, never the store.
@MainActor
final class EffectRunner {
  typealias Effect = EffectDescription

  let environment: any EffectEnvironment
  let work: RunningWork
  /// The store's entry in the ledger of running work.
  let owner: WorkID
  let store: WeakStore
  let clock: any Clock<Duration>
  /// Whether handlers that no other code's environment surrounds run without a context.
  let isPlain: Bool
  /// The context of handlers that are in no run.
  private lazy var ownContext = EnvironmentContext(store.environment, of: store.feature)
  let execution: StoreExecution
  /// Receives the values for the store's parent.
  var onOutput: (@MainActor (any Sendable) -> Void)?
  /// Whether effects have labels, which `effects` needs to list them.
  #if DEBUG
  var listsEffects = true
  #else
  var listsEffects = false
  #endif

  init(
    environment: any EffectEnvironment,
    work: RunningWork,
    store: WeakStore,
    clock: any Clock<Duration>,
    isPlain: Bool,
    execution: StoreExecution = .whole
  ) {
    self.environment = environment
    self.work = work
    owner = work.insertOwner()
    self.store = store
    self.clock = clock
    self.isPlain = isPlain
    self.execution = execution
  }

  /// Runs code of the feature with the store's environment.
  func withEnvironment<Result>(_ body: () -> Result) -> Result {
    guard let outer = StoreContexts.current else {
      return isPlain ? body() : StoreContexts.$current.withValue(ownContext, operation: body)
    }
    if outer === ownContext { return body() }
    guard let run = outer.run else {
      return StoreContexts.$current.withValue(ownContext, operation: body)
    }
    if outer === run, EffectContext.current?.store === store { return body() }
    // The run may be that of another store.
    let isOwn = EffectContext.current?.store === store
    let context = isOwn ? run : EnvironmentContext(store.environment, of: store.feature, in: run)
    return StoreContexts.$current.withValue(context, operation: body)
  }

  private enum Step {
    case start(EffectContent, EffectScope)
    case close(WorkID)
  }

  /// Starts an effect; when this function returns, a cancel reaches it.
  func start(_ content: EffectContent, in scope: EffectScope) {
    guard execution.isWhole else { return performOnly(content) }
    // Use a list of steps instead of recursion, because merges can be nested at any depth.
    var steps: [Step] = []
    startStep(content, in: scope, &steps)
    while let step = steps.popLast() {
      switch step {
      case .close(let group): work.closeGroup(group)
      case .start(let part, let scope): startStep(part, in: scope, &steps)
      }
    }
  }

  private func startStep(_ content: EffectContent, in scope: EffectScope, _ steps: inout [Step]) {
    switch content {
    case .none: break
    case .work(let operation): startWork(operation, of: nil, in: scope)
    case .effect(let effect): startEffect(effect, in: scope, &steps)
    }
  }

  /// Starts the parts of a merge in their order.
  ///
  /// The first part that is a merge becomes a step, and so do the parts after it.
  private func startParts(
    _ parts: [EffectContent],
    in scope: EffectScope,
    _ steps: inout [Step]
  ) {
    for (index, part) in parts.enumerated() {
      guard !part.isMerge else {
        for part in parts[index...].reversed() { steps.append(.start(part, scope)) }
        return
      }
      startStep(part, in: scope, &steps)
    }
  }

  private func startEffect(_ effect: Effect, in scope: EffectScope, _ steps: inout [Step]) {
    switch effect.kind {
    case .cancel, .output, .send:
      perform(effect, in: scope)
    case .run(let operation):
      startWork(operation, of: effect, in: scope)
    case .every(let interval, let operation):
      startRepeated(operation, every: interval, of: effect, in: scope)
    case .merge(let parts):
      guard let inner = openGroup(for: effect, in: scope, &steps) else { return }
      startParts(parts.contents, in: inner, &steps)
    case .concatenate(let parts):
      startInOrder(parts, of: effect, in: scope)
    case .retry(let policy, let repeated):
      startRetried(repeated, of: effect, under: policy, in: scope)
    case .timeout(let duration, let limited):
      startTimeLimited(limited, of: effect, within: duration, in: scope)
    case .scheduled(let key, let rule, let scheduled):
      startScheduled(scheduled, of: effect, under: key, rule, in: scope)
    case .delayed(let duration, let delayed):
      startDelayed(delayed, of: effect, by: duration, in: scope)
    }
  }

  /// Starts an operation that runs at the end of each interval; the first interval begins now.
  private func startRepeated(
    _ operation: @escaping Effect.Operation,
    every interval: Duration,
    of effect: Effect,
    in scope: EffectScope
  ) {
    let ticker = Ticker(every: interval, on: clock)
    let id = startTask(request(effect, .leaf, in: scope), effect, in: scope) { [self] _ in
      defer { ticker.stop() }
      do {
        while await ticker.next(), !EffectContext.isCurrentCancelled {
          defer { store.listener?.effectTurnEnds() }
          try await operation(environment)
        }
      } catch {
        await fail(error, effect, in: scope)
      }
      return true
    }
    if id == nil { ticker.stop() }
  }

  /// Starts a single operation, which has no options if it has no description.
  private func startWork(
    _ operation: @escaping Effect.Operation,
    of effect: Effect?,
    in scope: EffectScope
  ) {
    guard let id = beginWork(of: effect, in: scope) else { return }
    if let effect, effect.options.cancelHandler != nil {
      return startTask(of: id, effect, in: scope) { [self] _ in
        // The task may have been cancelled before the operation began.
        if Task.isCancelled { return true }
        do {
          try await operation(environment)
        } catch {
          await fail(error, effect, in: scope)
        }
        return true
      }
    }
    let context = EffectContext(
      store: store,
      work: work,
      node: id,
      action: scope.cause.id,
      isRun: true
    )
    let single = SingleOperation(
      SingleOperation.Content(operation: operation, effect: effect, scope: scope, runner: self)
    )
    let task = context.with {
      inStore(of: id, scope.cause.id) {
        ImmediateTask.enqueue(name: effect?.name, rawPriority: priority(of: effect, in: scope)) {
          @MainActor in
          // The task may have been cancelled before the operation began.
          if let single = single.take(), !Task.isCancelled {
            do {
              try await single.operation(single.runner.environment)
            } catch {
              await single.runner.fail(error, single.effect, in: single.scope)
            }
          }
          context.endRun(isComplete: true)
        }
      }
    }
    attach(task, to: id)
  }

  /// Registers a single operation; returns `nil` if it doesn't begin.
  private func beginWork(of effect: Effect?, in scope: EffectScope) -> WorkID? {
    let admission = work.admitOperation(
      below: scope.parent,
      key: effect?.options.key,
      rule: effect?.options.policy.rule ?? .allow,
      isPart: scope.isPart,
      label: label(effect?.name, in: scope),
      clock: clock
    )
    switch admission {
    case .started(let id): return id
    case .cancelled: if let effect { callCancelHandlers(of: effect) }
    case .waiting, .refused: break
    }
    return nil
  }

  private func priority(of effect: Effect?, in scope: EffectScope) -> EffectDescription.Priority? {
    scope.priority ?? effect?.options.priority
  }

  /// Registers work and starts its task, in the context of its action.
  ///
  /// The operation returns `false` if a policy has dropped or replaced a part of it.
  @discardableResult
  private func startTask(
    _ request: WorkRequest,
    _ effect: Effect?,
    in scope: EffectScope,
    _ operation: @escaping EffectContext.Operation
  ) -> WorkID? {
    guard case .started(let id) = enter(request, effect) else { return nil }
    startTask(of: id, effect, in: scope, operation)
    return id
  }

  /// Registers work, and calls its cancellation handler if it was already cancelled.
  func enter(_ request: WorkRequest, _ effect: Effect?) -> WorkLedger.Admission {
    let admission = work.admit(request, clock: clock)
    if case .cancelled = admission, let effect { callCancelHandlers(of: effect) }
    return admission
  }

  /// Calls the cancellation handlers of an effect that will not begin, and those of its parts.
  func callCancelHandlers(of effect: Effect) {
    var open = [effect]
    while let next = open.popLast() {
      next.options.cancelHandler?(environment)
      switch next.kind {
      case .merge(let parts), .concatenate(let parts): open += parts.described.reversed()
      case .scheduled(_, _, let part), .retry(_, let part), .timeout(_, let part): open.append(part)
      case .delayed(_, let part): open.append(part)
      case .run, .every, .cancel, .output, .send: break
      }
    }
  }

  /// Starts the task of registered work.
  func startTask(
    of id: WorkID,
    _ effect: Effect?,
    in scope: EffectScope,
    _ operation: @escaping EffectContext.Operation
  ) {
    let cancelHandler = effect?.options.cancelHandler
    // `map` isn't used, because a closure that passes through a generic function gets wrapped.
    var operation = operation
    if let cancelHandler { operation = handle(operation, whenCancelled: cancelHandler) }
    let context = EffectContext(
      store: store,
      work: work,
      node: id,
      action: scope.cause.id,
      followsSent: cancelHandler != nil,
      operation
    )
    // Creating the task with the context is cheaper than setting the context for its operation.
    let task = context.with {
      inStore(of: id, scope.cause.id) {
        ImmediateTask.enqueue(name: effect?.name, rawPriority: priority(of: effect, in: scope)) {
          @MainActor in
          // The run has ended, and holds nothing, when its waiters resume.
          let isComplete = await context.takeOperation()(context)
          context.endRun(isComplete: isComplete)
        }
      }
    }
    attach(task, to: id)
  }

  /// Returns the operation, followed by its cancellation handler.
  private func handle(
    _ operation: @escaping EffectContext.Operation,
    whenCancelled handler: @escaping Effect.CancelHandler
  ) -> EffectContext.Operation {
    { [self] context in
      let isComplete = await operation(context)
      // An action that the operation has sent can still be cancelled in the queue.
      await context.waitForSent()
      if Task.isCancelled, !work.isReplaced(context.node) { handler(environment) }
      return isComplete
    }
  }

  /// Starts the task of an effect, for the store's listener.
  private func inStore<Result>(of id: WorkID, _ action: WorkID, _ start: () -> Result) -> Result {
    guard let listener = store.listener else { return start() }
    return listener.starting(id, of: action, start)
  }

  /// Cancels the task when the work is cancelled.
  ///
  /// The task's cancellation handlers run in the cancelling task.
  func attach(_ task: Task<Void, Never>, to id: WorkID) {
    if isPlain { return work.attach(task, to: id) }
    let environment = store.environment
    work.attach(.call { StoreEnvironment.with(environment) { task.cancel() } }, to: id)
  }

  // MARK: Operations

  /// Reports an effect's error, unless the effect was cancelled.
  func fail(_ error: any Error, _ effect: Effect?, in scope: EffectScope) async {
    if EffectContext.isCurrentCancelled { return log(error, ofCancelledEffectOf: scope.cause) }
    if let handler = effect?.options.failureHandler {
      store.listener?.failed(error, isVeto: false)
      handler(error, environment)
    } else {
      await deliver(error, in: scope)
    }
  }

  func deliver(_ error: any Error, in scope: EffectScope) async {
    guard let failures = scope.failures else {
      return await environment.report(error, of: scope.cause)
    }
    if !failures.take(error, environment) {
      logger.error(
        "Another effect of a composition failed after the first failure was handled",
        metadata: metadata(error, scope.cause)
      )
    }
  }

  private func log(_ error: any Error, ofCancelledEffectOf cause: EffectCause) {
    if error is CancellationError { return }
    logger.debug(
      "An effect failed after it was cancelled",
      metadata: metadata(error, cause)
    )
  }

  private func metadata(_ error: any Error, _ cause: EffectCause) -> Logger.Metadata {
    ["action": "\(environment.describe(cause))", "error": "\(describeForLog(error: error))"]
  }

  /// Performs an effect that completes immediately.
  ///
  /// - Returns: `false` for all other kinds.
  @discardableResult
  func perform(_ effect: Effect, in scope: EffectScope) -> Bool {
    switch effect.kind {
    case .cancel(let keys):
      if passThroughLane(effect, in: scope) {
        for key in keys { work.cancel(key, by: scope.parent) }
      }
    case .output(let value):
      if passThroughLane(effect, in: scope) { deliver(output: value) }
    case .send(let send):
      if passThroughLane(effect, in: scope) { send(environment) }
    case .run, .every, .merge, .concatenate, .scheduled, .delayed, .retry, .timeout:
      return false
    }
    return true
  }

  /// Replaces the work that runs under the id of an effect that completes immediately, if the effect has an id.
  ///
  /// - Returns: `false` if the effect was cancelled before it could begin.
  private func passThroughLane(_ effect: Effect, in scope: EffectScope) -> Bool {
    guard effect.options.key != nil else { return true }
    var request = request(effect, .leaf, in: scope)
    request.label = nil
    guard case .started(let id) = enter(request, effect) else { return false }
    work.end(id)
    return true
  }

  /// Sends a value to the store's parent.
  func deliver(output value: any Sendable) {
    if let onOutput { return onOutput(value) }
    reportDrop(
      "An output was dropped: the feature's store has no parent and no onOutput",
      metadata: ["feature": "\(environment.feature)"]
    )
  }

  // MARK: Scopes

  func request(
    _ effect: Effect?,
    _ kind: WorkRequest.Kind,
    in scope: EffectScope
  ) -> WorkRequest {
    var request = WorkRequest(parent: scope.parent)
    if let options = effect?.options {
      request.key = options.key
      request.rule = options.policy.rule
    }
    request.kind = kind
    request.isPart = scope.isPart
    request.label = label(effect?.name, in: scope)
    return request
  }

  func label(_ name: String?, in scope: EffectScope) -> (any WorkLabel)? {
    listsEffects ? EffectLabel(name, scope.cause) : nil
  }

  /// Returns the scope of a composition's parts.
  func entering(_ composition: Effect, from scope: EffectScope) -> EffectScope {
    var scope = scope
    scope.priority = scope.priority ?? composition.options.priority
    if let handler = composition.options.failureHandler {
      scope.failures = FailureCollector(handler: handler)
    }
    return scope
  }

  /// Returns the scope of a merge's parts, which form a group if the merge has an id.
  private func openGroup(
    for merge: Effect,
    in scope: EffectScope,
    _ steps: inout [Step]
  ) -> EffectScope? {
    var inner = entering(merge, from: scope)
    guard merge.options.key != nil else { return inner }
    var request = request(merge, .group, in: scope)
    request.label = nil
    guard case .started(let group) = enter(request, merge) else { return nil }
    steps.append(.close(group))
    inner.parent = group
    inner.isPart = true
    return inner
  }
}

extension EffectContext {
  /// Ends the run in the task that has run it.
  @MainActor
  fileprivate func endRun(isComplete: Bool) {
    store.listener?.effectTurnEnds()
    if Task.isCancelled { end(isCancelled: true) }
    work.end(node, isComplete: isComplete)
  }
}
