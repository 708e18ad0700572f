import StateCore

extension EffectRunner {
  /// Sends the actions and outputs that `start` sends in its call, and starts nothing.
  func performOnly(_ content: EffectContent) {
    var open = [content]
    while let next = open.popLast() {
      guard case .effect(let effect) = next else { continue }
      switch effect.kind {
      case .output(let value): deliver(output: value)
      case .send(let send): send(environment)
      case .merge(let parts): open += parts.contents.reversed()
      case .concatenate(let parts): open += parts.leading.reversed()
      case .retry(_, let part), .timeout(_, let part): open.append(.effect(part))
      case .run, .cancel, .every, .scheduled, .delayed: break
      }
    }
  }

  /// The result of a part of a composition.
  private struct PartEnd {
    /// The failures that no handler of the part has taken.
    var errors: [any Error] = []
    /// Whether the part is complete; `false` if a policy dropped or replaced it.
    var isComplete = true
  }

  /// A part that has begun.
  private enum StartedPart {
    /// The part has completed immediately, or a policy has dropped it.
    case hasEnded(isComplete: Bool)
    /// A single operation that can't be cancelled separately, so the task of the composition runs it.
    case isOwnOperation(Effect.Operation, Effect?)
    /// The part's tasks are running, and the collector receives its failures.
    case isRunning(FailureCollector)
  }

  // MARK: Start

  /// Starts the first part immediately, so that effects that complete immediately do so in this call.
  func startInOrder(_ parts: EffectParts, of effect: Effect, in scope: EffectScope) {
    let request = request(effect, .composition, in: scope)
    // Without an id, nothing can cancel it while it completes.
    if parts.takeNoTime, request.key == nil {
      let inner = entering(effect, from: scope)
      for part in parts.contents { start(part, in: inner) }
      return
    }
    guard case .started(let id) = enter(request, effect) else { return }
    let inner = entering(effect, from: scope)
    let leading = parts.leading
    var started = StartedPart.hasEnded(isComplete: true)
    for part in leading { started = startPart(part, below: id, in: inner) }
    let rest = parts.contents.dropFirst(leading.count)
    if rest.isEmpty, endIfEnded(started, id) { return }
    startTask(of: id, effect, in: scope) { [self] _ in
      await runInOrder(rest, after: started, below: id, in: inner)
    }
  }

  func startRetried(
    _ repeated: Effect,
    of effect: Effect,
    under policy: RetryPolicy,
    in scope: EffectScope
  ) {
    var request = request(effect, .composition, in: scope)
    let keys = EffectKeys(of: repeated)
    request.inside = .make(claims: keys.whole + keys.parts, keepsClaims: true)
    guard case .started(let id) = enter(request, effect) else { return }
    let inner = entering(effect, from: scope)
    let first = startPart(.effect(repeated), below: id, in: inner)
    if endIfEnded(first, id) { return }
    startTask(of: id, effect, in: scope) { [self] _ in
      await runRetried(repeated, after: first, under: policy, keys.whole, below: id, in: inner)
    }
  }

  /// Starts an effect that is cancelled when its time has passed, counted from now.
  func startTimeLimited(
    _ limited: Effect,
    of effect: Effect,
    within duration: Duration,
    in scope: EffectScope
  ) {
    let request = request(effect, .composition, in: scope)
    guard case .started(let id) = enter(request, effect) else { return }
    let limit = TimeLimit()
    // This timer comes before the timers of the effect, because work that ends at the deadline is late.
    limit.start(clock, after: duration, onMainActor: true) { [work] in work.cancelWork(below: id) }
    let inner = entering(effect, from: scope)
    let started = startInOwnTask(limited, below: id, in: inner)
    if endIfEnded(started, id) { return limit.stop() }
    if limit.begin() { work.cancelWork(below: id) }
    startTask(of: id, effect, in: scope) { [self] _ in
      defer { limit.stop() }
      let end = await end(of: started, below: id, in: inner)
      if Task.isCancelled { return true }
      if limit.hasPassed {
        await deliver(TimeoutError(duration: duration), in: inner)
        return true
      }
      return await close(end, in: inner)
    }
  }

  /// Starts an effect immediately if the policy admits it, or otherwise in a task at its turn.
  func startScheduled(
    _ scheduled: Effect,
    of effect: Effect,
    under key: TaskKey,
    _ rule: ExecutionPolicy.Rule,
    in scope: EffectScope
  ) {
    var request = request(scheduled, .leaf, in: scope)
    let keys = EffectKeys(of: scheduled)
    request.key = key
    request.rule = rule
    request.inside = .make(aliases: keys.whole, claims: keys.parts.filter { $0 != key })
    let hasKeysInside = request.inside != nil
    let inner = entering(effect, from: scope)
    switch enter(request, effect) {
    case .refused, .cancelled: break
    case .started(let id) where !scheduled.sendsAtOnce:
      if hasKeysInside { work.endPause(id) }
      let started = startPart(.effect(scheduled), below: id, in: inner)
      if endIfEnded(started, id) { return }
      startTask(of: id, effect, in: scope) { [self] _ in
        await close(await end(of: started, below: id, in: inner), in: inner)
      }
    case .started(let id), .waiting(let id):
      // An effect that sends also needs a task: code that repeats the handler can't know whether the policy admits the
      // effect, so the effect must be the sender, not the handler.
      startTask(of: id, effect, in: scope) { [self] _ in
        guard await work.turn(of: id), !EffectContext.isCurrentCancelled else {
          if !work.isReplaced(id) { callCancelHandlers(of: scheduled) }
          return true
        }
        if hasKeysInside { work.endPause(id) }
        return await close(await run(.effect(scheduled), below: id, in: inner), in: inner)
      }
      // Other waits may depend on work that now waits behind them.
      if rule.waitsForOthers { WaitGraph.recheck() }
    }
  }

  /// Starts an effect that waits for a time, beginning now.
  func startDelayed(
    _ delayed: Effect,
    of effect: Effect,
    by duration: Duration,
    in scope: EffectScope
  ) {
    let inner = entering(effect, from: scope)
    var request = request(effect, .composition, in: scope)
    let keys = EffectKeys(of: delayed)
    request.inside = .make(aliases: keys.whole, claims: keys.parts.filter { $0 != request.key })
    guard case .started(let id) = enter(request, effect) else { return }
    let ticker = Ticker(every: duration, on: clock, repeats: false)
    startTask(of: id, effect, in: scope) { [self] _ in
      guard await ticker.next(), !EffectContext.isCurrentCancelled else {
        if !work.isReplaced(id) { callCancelHandlers(of: delayed) }
        return true
      }
      work.endPause(id)
      return await close(await run(.effect(delayed), below: id, in: inner), in: inner)
    }
  }

  // MARK: Execution

  /// Runs the parts of a concatenation until one fails, or a policy drops or replaces one.
  private func runInOrder(
    _ rest: ArraySlice<EffectContent>,
    after first: StartedPart,
    below id: WorkID,
    in scope: EffectScope
  ) async -> Bool {
    var end = await end(of: first, below: id, in: scope)
    for part in rest {
      if !end.errors.isEmpty || !end.isComplete { break }
      if Task.isCancelled {
        if !work.isReplaced(id), let effect = part.described { callCancelHandlers(of: effect) }
        continue
      }
      let started = startPart(part, below: id, in: scope)
      end = await self.end(of: started, below: id, in: scope)
    }
    return await close(end, in: scope)
  }

  private func runRetried(
    _ repeated: Effect,
    after first: StartedPart,
    under policy: RetryPolicy,
    _ keys: [TaskKey],
    below id: WorkID,
    in scope: EffectScope
  ) async -> Bool {
    let clock = clock
    let pause = { [work] in work.pause(id, reachedBy: keys) }
    var started: StartedPart? = first
    var end = PartEnd()
    do {
      try await retrying(policy, clock: clock, willPause: pause) {
        if started == nil { work.endPause(id) }
        let part = started ?? startPart(.effect(repeated), below: id, in: scope)
        started = nil
        end = await self.end(of: part, below: id, in: scope)
        // A part that a policy has dropped or replaced isn't restarted.
        if end.isComplete, let error = end.errors.first { throw error }
      }
    } catch {
      // A cancel during a pause discards the last failure.
      if Task.isCancelled {
        if !work.isReplaced(id) { callCancelHandlers(of: repeated) }
        return true
      }
    }
    return await close(end, in: scope)
  }

  /// Delivers the failures of the last part of a composition.
  ///
  /// - Returns: Whether the composition is complete.
  private func close(_ end: PartEnd, in scope: EffectScope) async -> Bool {
    for error in end.errors { await deliver(error, in: scope) }
    return end.isComplete
  }

  // MARK: Parts

  private func run(
    _ part: EffectContent,
    below id: WorkID,
    in scope: EffectScope
  ) async -> PartEnd {
    await end(of: startPart(part, below: id, in: scope), below: id, in: scope)
  }

  private func startPart(
    _ part: EffectContent,
    below id: WorkID,
    in scope: EffectScope
  ) -> StartedPart {
    switch part {
    case .none:
      return .hasEnded(isComplete: true)
    case .work(let operation):
      return .isOwnOperation(operation, nil)
    case .effect(let effect):
      if case .run(let operation) = effect.kind, !needsOwnTask(effect, in: scope) {
        return .isOwnOperation(operation, effect)
      }
      return startInOwnTask(effect, below: id, in: scope)
    }
  }

  /// Ends a composition whose parts have ended immediately.
  private func endIfEnded(_ part: StartedPart, _ id: WorkID) -> Bool {
    guard case .hasEnded(let isComplete) = part else { return false }
    work.end(id, isComplete: isComplete)
    return true
  }

  private func startInOwnTask(
    _ part: Effect,
    below id: WorkID,
    in scope: EffectScope
  ) -> StartedPart {
    let failures = FailureCollector(handler: nil)
    var inner = scope
    inner.parent = id
    inner.failures = failures
    inner.isPart = true
    start(.effect(part), in: inner)
    if case .run = part.kind { return .isRunning(failures) }
    return work.endedParts(of: id).map { .hasEnded(isComplete: $0) } ?? .isRunning(failures)
  }

  private func end(
    of part: StartedPart,
    below id: WorkID,
    in scope: EffectScope
  ) async -> PartEnd {
    switch part {
    case .hasEnded(let isComplete):
      return PartEnd(isComplete: isComplete)
    case .isOwnOperation(let operation, let effect):
      // The task may have been cancelled before the operation began.
      if Task.isCancelled { return PartEnd() }
      guard listsEffects else { return await runHere(operation, of: effect) }
      return await runListed(operation, of: effect, below: id, in: scope)
    case .isRunning(let failures):
      let isComplete = await work.parts(of: id)
      // A cancel discards the failures that no handler has taken before it.
      return PartEnd(
        errors: EffectContext.isCurrentCancelled ? [] : failures.all,
        isComplete: isComplete
      )
    }
  }

  /// Returns whether a part can be cancelled separately or has its own priority.
  private func needsOwnTask(_ effect: Effect, in scope: EffectScope) -> Bool {
    effect.options.key != nil || effect.options.cancelHandler != nil
      || (effect.options.priority != nil && scope.priority == nil)
  }

  /// Runs a single operation in the task of its composition.
  private func runHere(_ operation: Effect.Operation, of effect: Effect?) async -> PartEnd {
    do {
      try await operation(environment)
    } catch {
      // Errors of cancelled work are ignored.
      if EffectContext.isCurrentCancelled { return PartEnd() }
      guard let handler = effect?.options.failureHandler else { return PartEnd(errors: [error]) }
      handler(error, environment)
    }
    return PartEnd()
  }

  /// Runs a single operation like `runHere`, and registers it in order to list it.
  private func runListed(
    _ operation: @escaping Effect.Operation,
    of effect: Effect?,
    below id: WorkID,
    in scope: EffectScope
  ) async -> PartEnd {
    var request = WorkRequest(parent: id)
    request.label = label(effect?.name, in: scope)
    guard let entry = work.begin(request) else { return await runHere(operation, of: effect) }
    defer { work.end(entry) }
    guard let listener = store.listener else { return await runHere(operation, of: effect) }
    return await runHere(
      { environment in
        defer { listener.effectTurnEnds() }
        try await listener.running(entry, of: scope.cause.id) {
          do {
            try await operation(environment)
          } catch {
            if !EffectContext.isCurrentCancelled { listener.failed(error, isVeto: false) }
            throw error
          }
        }
      },
      of: effect
    )
  }
}
