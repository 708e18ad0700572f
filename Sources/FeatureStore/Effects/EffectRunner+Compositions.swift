import StateCore

extension EffectRunner {
  func startWrapped(
    _ part: Effect,
    by wrapper: Effect.Wrapper,
    of effect: Effect,
    in scope: EffectScope
  ) {
    switch wrapper {
    case .scheduled(let key, let rule):
      startScheduled(part, of: effect, under: key, rule, in: scope)
    case .delayed(let duration): startDelayed(part, of: effect, by: duration, in: scope)
    case .retry(let policy): startRetried(part, of: effect, under: policy, in: scope)
    case .timeout(let duration):
      startTimeLimited(part, of: effect, within: duration, in: scope)
    }
  }

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

  private func startRetried(
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
    let attempts = RepeatedWork.begin()
    let attempt = attempts.attempt()
    let first = WorkAttempt.$current.withValue(attempt) {
      startPart(.effect(repeated), below: id, in: inner)
    }
    if endIfEnded(first, id) { return attempt.end() }
    startTask(of: id, effect, in: scope) { [self] _ in
      await runRetried(
        repeated,
        attempts,
        (first, attempt),
        under: policy,
        keys.whole,
        below: id,
        in: inner
      )
    }
  }

  /// Starts an effect that is cancelled when its time has passed, counted from now.
  private func startTimeLimited(
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
      if isCancelled(id) { return true }
      if limit.hasPassed {
        await deliver(TimeoutError(duration: duration), in: inner)
        return true
      }
      return await close(end, in: inner)
    }
  }

  /// Starts an effect immediately if the policy admits it, or otherwise in a task at its turn.
  private func startScheduled(
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
  private func startDelayed(
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
      if isCancelled(id) {
        if !work.isReplaced(id), let effect = part.described { callCancelHandlers(of: effect) }
        continue
      }
      let started = startPart(part, below: id, in: scope)
      end = await self.end(of: started, below: id, in: scope, isKnownLive: true)
    }
    return await close(end, in: scope)
  }

  private func runRetried(
    _ repeated: Effect,
    _ attempts: RepeatedWork,
    _ first: (part: StartedPart, attempt: WorkAttempt),
    under policy: RetryPolicy,
    _ keys: [TaskKey],
    below id: WorkID,
    in scope: EffectScope
  ) async -> Bool {
    let clock = clock
    let pause = { [work] in work.pause(id, reachedBy: keys) }
    var started: (part: StartedPart, attempt: WorkAttempt)? = first
    var end = PartEnd()
    do {
      try await retrying(policy, clock: clock, willPause: pause) {
        if started == nil { work.endPause(id) }
        let attempt = started?.attempt ?? attempts.attempt()
        defer { attempt.end() }
        let earlier = started?.part
        started = nil
        end = await WorkAttempt.$current.withValue(attempt) {
          let part = earlier ?? startPart(.effect(repeated), below: id, in: scope)
          return await self.end(of: part, below: id, in: scope)
        }
        // A part that a policy has dropped or replaced isn't restarted.
        if end.isComplete, let error = end.errors.first { throw error }
      }
    } catch {
      // A cancel during a pause discards the last failure.
      if isCancelled(id) {
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
}
