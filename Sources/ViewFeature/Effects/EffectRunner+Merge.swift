import StateEngine

/// The parts of a merge that are run together, and what is kept of them meanwhile.
@MainActor
private final class MergedTasks<Action: Sendable, State> {
  let tasks: [ActionTask<Action, State>]
  let scope: EffectScope
  /// Their entries in the table of effects.
  let entries: [Int?]?
  let ticket: TaskRegistry.Ticket?

  init(
    _ tasks: [ActionTask<Action, State>],
    scope: EffectScope,
    entries: [Int?]?,
    ticket: TaskRegistry.Ticket?
  ) {
    self.tasks = tasks
    self.scope = scope
    self.entries = entries
    self.ticket = ticket
  }

  func attach(_ task: Task<Void, Never>, in table: EffectTable<Action>) {
    for entry in entries ?? [] { table.attach(task, to: entry) }
  }

  func end(in table: EffectTable<Action>) {
    for entry in entries ?? [] { table.end(entry) }
  }
}

extension EffectRunner {
  /// Starts the parts of a merge.
  func start(_ tasks: [ActionTask<F.Action, F.State>], of merge: Effect, in scope: Scope) {
    if canStartTogether(tasks, in: scope) {
      startTogether(tasks, of: merge, in: scope)
    } else {
      for index in tasks.indices {
        if let effect = tasks[index].effect { start(effect, in: scope) }
      }
    }
  }

  /// Whether no part needs a task of its own: then they are the child tasks of one.
  private func canStartTogether(
    _ tasks: [ActionTask<F.Action, F.State>],
    in scope: Scope
  ) -> Bool {
    for index in tasks.indices {
      if case .effect(let effect) = tasks[index].content, needsOwnTask(effect, in: scope) {
        return false
      }
    }
    return true
  }

  private func startTogether(
    _ tasks: [ActionTask<F.Action, F.State>],
    of merge: Effect,
    in scope: Scope
  ) {
    let id = scope.cause.id
    guard tracker.beginWork(id) else { return }
    let count = tasks.count { !$0.isNone }
    let parts = MergedTasks(
      tasks,
      scope: scope,
      entries: table.isKept ? tasks.map { beginPart($0, in: scope) } : nil,
      ticket: registry.admit(nil, inheriting: scope.keys, group: id, parts: count)
    )
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
      await EffectContext.$current.withValue(context) { await self.runTogether(parts) }
    } onEnd: { [registry, tracker] in
      parts.end(in: self.table)
      if let ticket = parts.ticket { registry.end(ticket) }
      tracker.endWork(id)
      scope.completion?.leave()
    }
    parts.attach(task, in: table)
    // Cancelled before the task was there to be reached.
    if tracker.isCancelled(id) { registry.cancel(groups: [id]) }
  }

  /// Runs the parts as child tasks of the current one.
  private func runTogether(_ parts: MergedTasks<F.Action, F.State>) async {
    await withDiscardingTaskGroup { group in
      for index in parts.tasks.indices {
        switch parts.tasks[index].content {
        case .none: break
        case .work(let operation):
          group.addTask { @MainActor @Sendable [self] in
            if !Task.isCancelled {
              do {
                try await operation(state)
              } catch {
                if !isCancellation(error) { await deliver(error, in: parts.scope) }
              }
            }
            end(parts, at: index)
          }
        case .effect(let effect):
          group.addTask(name: effect.name) { @MainActor @Sendable [self] in
            if !Task.isCancelled { await run(effect, in: parts.scope) }
            end(parts, at: index)
          }
        }
      }
    }
  }

  private func end(_ parts: MergedTasks<F.Action, F.State>, at index: Int) {
    if let entries = parts.entries { table.end(entries[index]) }
    if let ticket = parts.ticket { registry.endPart(of: ticket) }
  }
}
