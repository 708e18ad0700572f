import StateEngine

/// The parts of a merge that are run together, and what is kept of them meanwhile.
@MainActor
private final class MergedTasks<Action: Sendable, State> {
  let tasks: [ActionTask<Action, State>]
  /// How many have not ended.
  var count: Int
  let scope: EffectScope
  /// Their entries in the table of effects.
  let entries: [Int?]?
  let ticket: TaskRegistry.Ticket?

  init(
    _ tasks: [ActionTask<Action, State>],
    count: Int,
    scope: EffectScope,
    entries: [Int?]?,
    ticket: TaskRegistry.Ticket?
  ) {
    self.tasks = tasks
    self.count = count
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
    if let count = countIfTogether(tasks, in: scope) {
      startTogether(tasks, count: count, of: merge, in: scope)
    } else {
      for index in tasks.indices {
        if let effect = tasks[index].effect { start(effect, in: scope) }
      }
    }
  }

  /// The number of parts, if none needs a task of its own: then they are the child tasks of one.
  private func countIfTogether(
    _ tasks: [ActionTask<F.Action, F.State>],
    in scope: Scope
  ) -> Int? {
    var count = 0
    for index in tasks.indices {
      switch tasks[index].content {
      case .none: continue
      case .effect(let effect) where needsOwnTask(effect, in: scope): return nil
      case .work, .effect: count += 1
      }
    }
    return count
  }

  private func startTogether(
    _ tasks: [ActionTask<F.Action, F.State>],
    count: Int,
    of merge: Effect,
    in scope: Scope
  ) {
    let id = scope.cause.id
    guard tracker.beginWork(id) else { return }
    scope.completion?.enter()
    let parts = MergedTasks(
      tasks,
      count: count,
      scope: scope,
      entries: table.isKept ? tasks.map { beginPart($0, in: scope) } : nil,
      ticket: registry.admit(nil, inheriting: scope.keys, group: id, parts: count)
    )
    let context = EffectContext(store: store, tracker: tracker, action: id)
    let task = EffectContext.$current.withValue(context) {
      ImmediateTask.start(name: merge.name, priority: scope.priority) { @MainActor [self] in
        // It may have been cancelled before it began.
        if Task.isCancelled { end(parts) } else { await runTogether(parts) }
      }
    }
    if let ticket = parts.ticket { registry.attach(.task(task), to: ticket) }
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

  /// Ends a part, and with the last one the merge: nobody has to wait until the task group has noticed.
  private func end(_ parts: MergedTasks<F.Action, F.State>, at index: Int) {
    if let entries = parts.entries { table.end(entries[index]) }
    parts.count -= 1
    if parts.count == 0 {
      end(parts)
    } else if let ticket = parts.ticket {
      registry.endPart(of: ticket)
    }
  }

  private func end(_ parts: MergedTasks<F.Action, F.State>) {
    parts.end(in: table)
    if let ticket = parts.ticket { registry.end(ticket) }
    end(nil, in: parts.scope)
  }
}
