import StateEngine

/// An effect that waits for its turn or that has it.
private final class ScheduledEffect: Sendable {
  private let cancelled = Locked(false)

  var isCancelled: Bool { cancelled.withLock { $0 } }

  func cancel() {
    cancelled.withLock { $0 = true }
  }
}

extension EffectRunner {
  /// Asks the policy of `key` when the effect begins.
  ///
  /// Until it is done or dropped, it belongs to its action and is reached by its ids.
  func schedule(
    _ effect: Effect,
    under key: TaskKey,
    _ rule: ExecutionPolicy.Rule,
    in scope: Scope,
    completion: CompletionCount?
  ) {
    let id = scope.cause.id
    guard tracker.beginWork(id) else { return }
    completion?.enter()
    let ownKeys = [key, effect.options.key].compactMap { $0 }
    let ticket = registry.admit(
      nil,
      inheriting: scope.keys + ownKeys,
      group: id,
      isCounted: false
    )
    var waiting = scope
    waiting.keys.append(key)
    let entry = table.begin(
      description(of: effect, in: waiting, state: .waiting),
      in: scope.enclosing,
      isComposition: true
    )
    let end: @MainActor @Sendable () -> Void = { [registry, tracker, table] in
      table.end(entry)
      if let ticket { registry.end(ticket) }
      tracker.endWork(id)
      completion?.leave()
    }

    let run = ScheduledEffect()
    let runKey = makeUniqueKey()
    var inner = scope
    inner.keys += [key, runKey]
    inner.completion = CompletionCount()
    inner.enclosing = entry
    let begin: @MainActor @Sendable (WorkScheduler.ID) -> Void = { [inner] workID in
      if !run.isCancelled { self.start(effect, in: inner) }
      inner.completion?.whenEmpty {
        self.scheduler.end(workID)
        end()
      }
    }
    let work = WorkScheduler.Work(
      start: { workID in MainThread.run { begin(workID) } },
      cancel: { [registry] in
        run.cancel()
        registry.cancel(runKey)
      },
      drop: { MainThread.run(end) }
    )
    switch scheduler.submit(key: key, rule: rule, work) {
    case .started(let workID):
      attach(workID, to: ticket)
      begin(workID)
    case .waiting(let workID):
      attach(workID, to: ticket)
    case .dropped:
      end()
    }
  }

  private func attach(_ workID: WorkScheduler.ID, to ticket: TaskRegistry.Ticket?) {
    guard let ticket else { return }
    registry.attach(.other { [scheduler] in scheduler.cancel(workID) }, to: ticket)
  }
}
