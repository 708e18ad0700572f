import StateCore

extension EffectRunner {
  /// The result of a part of a composition.
  struct PartEnd {
    /// The failures that no handler of the part has taken.
    var errors: [any Error] = []
    /// Whether the part is complete; `false` if a policy dropped or replaced it.
    var isComplete = true
  }

  /// A part that has begun.
  enum StartedPart {
    /// The part has completed immediately, or a policy has dropped it.
    case hasEnded(isComplete: Bool)
    /// A single operation that can't be cancelled separately, so the task of the composition runs it.
    case isOwnOperation(Effect.Operation, Effect?)
    /// The part's tasks are running, and the collector receives its failures.
    case isRunning(FailureCollector)
  }

  func run(
    _ part: EffectContent,
    below id: WorkID,
    in scope: EffectScope
  ) async -> PartEnd {
    await end(of: startPart(part, below: id, in: scope), below: id, in: scope)
  }

  func startPart(
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
  func endIfEnded(_ part: StartedPart, _ id: WorkID) -> Bool {
    guard case .hasEnded(let isComplete) = part else { return false }
    work.end(id, isComplete: isComplete)
    return true
  }

  func startInOwnTask(
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

  /// Runs or awaits a part; with `isKnownLive`, the caller has just found its composition live.
  func end(
    of part: StartedPart,
    below id: WorkID,
    in scope: EffectScope,
    isKnownLive: Bool = false
  ) async -> PartEnd {
    switch part {
    case .hasEnded(let isComplete):
      return PartEnd(isComplete: isComplete)
    case .isOwnOperation(let operation, let effect):
      // The task may have been cancelled before the operation began.
      if !isKnownLive, isCancelled(id) { return PartEnd() }
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

  /// Whether a composition was cancelled, for its own task.
  func isCancelled(_ id: WorkID) -> Bool {
    Task.isCancelled || work.isCancelled(id) == true
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
