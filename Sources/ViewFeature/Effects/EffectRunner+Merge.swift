import StateEngine

/// The parts of a merge that are run together, and what is kept of them meanwhile.
private final class MergedEffects {
  let effects: [EffectDescription]
  let scope: EffectScope
  /// Their entries in the table of effects.
  let entries: [Int?]
  let ticket: TaskRegistry.Ticket?

  init(
    _ effects: [EffectDescription],
    scope: EffectScope,
    entries: [Int?],
    ticket: TaskRegistry.Ticket?
  ) {
    self.effects = effects
    self.scope = scope
    self.entries = entries
    self.ticket = ticket
  }
}

extension EffectRunner {
  /// Starts the parts of a merge.
  func start(_ effects: [Effect], of merge: Effect, in scope: Scope) {
    if effects.contains(where: { needsOwnTask($0, in: scope) }) {
      for effect in effects { start(effect, in: scope) }
    } else {
      startTogether(effects, of: merge, in: scope)
    }
  }

  /// Starts effects that need no task of their own: as the child tasks of one.
  private func startTogether(_ effects: [Effect], of merge: Effect, in scope: Scope) {
    let id = scope.cause.id
    if tracker.isCancelled(id) { return }
    let parts = MergedEffects(
      effects,
      scope: scope,
      entries: effects.map {
        table.begin(description(of: $0, in: scope, state: .running), in: scope.enclosing)
      },
      ticket: registry.admit(nil, inheriting: scope.keys, group: id, parts: effects.count)
    )
    tracker.beginWork(id)
    scope.completion?.enter()
    let context = EffectContext(store: store, tracker: tracker, action: id)
    let task = registry.run(
      inheriting: scope.keys,
      group: id,
      isCounted: false,
      startsAtOnce: true,
      name: merge.name,
      priority: scope.priority
    ) {
      // Cancelled before it began.
      if Task.isCancelled { return }
      await EffectContext.$current.withValue(context) {
        await withDiscardingTaskGroup { group in
          for index in parts.effects.indices {
            group.addTask(
              name: parts.effects[index].name,
              operation: self.operation(of: parts, at: index)
            )
          }
        }
      }
    } onEnd: { [registry, tracker, table] in
      for entry in parts.entries { table.end(entry) }
      if let ticket = parts.ticket { registry.end(ticket) }
      tracker.endWork(id)
      scope.completion?.leave()
    }
    for entry in parts.entries { table.attach(task, to: entry) }
    // Cancelled before the task was there to be reached.
    if tracker.isCancelled(id) { registry.cancel(groups: [id]) }
  }

  private func operation(
    of parts: MergedEffects,
    at index: Int
  ) -> @MainActor @Sendable () async -> Void {
    { [self] in
      let effect = parts.effects[index]
      if !Task.isCancelled, let error = await failure(of: effect) {
        await handle(error, of: effect, in: parts.scope)
      }
      if let entry = parts.entries[index] { table.end(entry) }
      if let ticket = parts.ticket { registry.endPart(of: ticket) }
    }
  }
}
