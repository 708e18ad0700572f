import StateCore

extension EffectRunner {
  /// Starts an operation that runs at the end of each interval; the first interval begins now.
  func startRepeated(
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
  func startWork(
    _ operation: @escaping Effect.Operation,
    of effect: Effect?,
    in scope: EffectScope
  ) {
    guard let id = beginWork(of: effect, in: scope) else { return }
    if let effect, effect.options.cancelHandler != nil {
      return startTask(of: id, effect, in: scope) { [self] _ in
        // The task may have been cancelled before the operation began.
        if EffectContext.isCurrentCancelled { return true }
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
      SingleOperation(operation: operation, effect: effect, scope: scope, runner: self)
    )
    let task = context.with {
      inStore(of: id, scope.cause.id) {
        ImmediateTask.enqueue(name: effect?.name, rawPriority: priority(of: effect, in: scope)) {
          @MainActor in
          // The task may have been cancelled before the operation began.
          if let single = context.takeSingle(), !context.isCancelled {
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
      if let handler = next.options.cancelHandler { call(handler) }
      switch next.kind {
      case .merge(let parts), .concatenate(let parts): open += parts.described.reversed()
      case .wrapped(_, let part): open.append(part)
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
      if context.isCancelled, !work.isReplaced(context.node) { call(handler) }
      return isComplete
    }
  }

  private func call(_ handler: Effect.CancelHandler) {
    guard let listener = store.listener else { return handler(environment) }
    listener.cancelling { handler(environment) }
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
}

extension EffectContext {
  /// Ends the run in the task that has run it.
  @MainActor
  fileprivate func endRun(isComplete: Bool) {
    store.listener?.effectTurnEnds()
    // No one asks the run before this turn ends.
    if !work.conclude(node, isComplete: isComplete) { end(isCancelled: true) }
  }
}
