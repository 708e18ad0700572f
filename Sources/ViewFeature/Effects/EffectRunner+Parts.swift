import StateEngine

extension EffectRunner {
  /// Sends the actions and outputs that take no time, and starts nothing.
  func performOnly(_ content: EffectContent) {
    var open = [content]
    while let next = open.popLast() {
      guard case .effect(let effect) = next else { continue }
      switch effect.kind {
      case .output, .send: perform(effect)
      case .merge(let parts): open += parts.contents.reversed()
      case .run, .cancel, .every, .concatenate, .scheduled, .delayed, .retry, .timeout: break
      }
    }
  }

  /// How a part of a composition has ended.
  private struct PartEnd {
    /// The failures that no handler of the part took.
    var errors: [any Error] = []
    /// `false` if a policy dropped or replaced it.
    var isComplete = true
  }

  /// Runs the parts of a concatenation, up to one that fails, or that a policy drops or replaces.
  func runInOrder(
    _ parts: EffectParts,
    below id: WorkID,
    in scope: EffectScope
  ) async -> Bool {
    for part in parts.contents {
      if Task.isCancelled { return true }
      let end = await runPart(part, below: id, in: scope)
      for error in end.errors { await deliver(error, in: scope) }
      if !end.errors.isEmpty || !end.isComplete { return end.isComplete }
    }
    return true
  }

  func runRepeated(
    _ repeated: Effect,
    under policy: RetryPolicy,
    below id: WorkID,
    in scope: EffectScope
  ) async -> Bool {
    if Task.isCancelled { return true }
    let clock = clock
    var end = PartEnd()
    do {
      try await retrying(policy, clock: clock) {
        end = await runPart(.effect(repeated), below: id, in: scope)
        if end.isComplete, let error = end.errors.first { throw error }
      }
    } catch {
      // Cancelled in a pause: the last failure is of no interest any more.
      if Task.isCancelled { return true }
    }
    for error in end.errors { await deliver(error, in: scope) }
    return end.isComplete
  }

  func runTimeLimited(
    _ limited: Effect,
    _ duration: Duration,
    until limit: TimeLimit,
    below id: WorkID,
    in scope: EffectScope
  ) async -> Bool {
    if Task.isCancelled { return true }
    let end = await runInOwnTask(.effect(limited), below: id, in: scope) {
      if limit.begin() { work.cancelWork(below: id) }
    }
    if Task.isCancelled { return true }
    if limit.hasPassed {
      await deliver(TimeoutError(duration: duration), in: scope)
      return true
    }
    for error in end.errors { await deliver(error, in: scope) }
    return end.isComplete
  }

  func runScheduled(
    _ scheduled: Effect,
    below id: WorkID,
    in scope: EffectScope
  ) async -> Bool {
    let end = await runPart(.effect(scheduled), below: id, in: scope)
    for error in end.errors { await deliver(error, in: scope) }
    return end.isComplete
  }

  /// Runs a part to its end: in this task, if it is a single operation that nothing reaches alone.
  private func runPart(
    _ part: EffectContent,
    below id: WorkID,
    in scope: EffectScope
  ) async -> PartEnd {
    switch part {
    case .none:
      return PartEnd()
    case .work(let operation):
      guard listsEffects else { return await runHere(operation, of: nil) }
      return await runListed(operation, of: nil, below: id, in: scope)
    case .effect(let effect):
      if perform(effect) { return PartEnd() }
      guard case .run(let operation) = effect.kind, !needsOwnTask(effect, in: scope) else {
        return await runInOwnTask(part, below: id, in: scope)
      }
      guard listsEffects else { return await runHere(operation, of: effect) }
      return await runListed(operation, of: effect, below: id, in: scope)
    }
  }

  /// Whether a part can be cancelled on its own or has a priority of its own.
  private func needsOwnTask(_ effect: Effect, in scope: EffectScope) -> Bool {
    effect.options.key != nil || (effect.options.priority != nil && scope.priority == nil)
  }

  private func runInOwnTask(
    _ part: EffectContent,
    below id: WorkID,
    in scope: EffectScope,
    whenStarted: () -> Void = {}
  ) async -> PartEnd {
    let failures = FailureCollector(handler: nil)
    var inner = scope
    inner.parent = id
    inner.failures = failures
    inner.isPart = true
    start(part, in: inner)
    whenStarted()
    let isComplete = await work.parts(of: id)
    // A failure that nobody has handled before the cancel is none any more.
    return PartEnd(errors: Task.isCancelled ? [] : failures.all, isComplete: isComplete)
  }

  /// Runs a single operation in the task of its composition.
  private func runHere(_ operation: Effect.Operation, of effect: Effect?) async -> PartEnd {
    do {
      try await operation(environment)
    } catch {
      // Of work that was cancelled there is no error.
      if Task.isCancelled { return PartEnd() }
      guard let handler = effect?.options.failureHandler else { return PartEnd(errors: [error]) }
      handler(error, environment)
    }
    return PartEnd()
  }

  /// The same of an operation that is entered in order to be listed.
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
    guard let recording = store.recording else { return await runHere(operation, of: effect) }
    let cause = recording.cause(of: entry, scope.cause.id)
    return await runHere(
      { environment in
        defer { PendingChanges.commit() }
        try await CurrentCause.withTask(cause) {
          do {
            try await operation(environment)
          } catch {
            if !Task.isCancelled { recording.fail(error) }
            throw error
          }
        }
      },
      of: effect
    )
  }
}
