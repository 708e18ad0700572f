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

  /// Gives the entries their tasks: there is one for each part that is not `none`.
  func attach(_ started: [Task<Void, Never>], in table: EffectTable<Action>) {
    for (task, entry) in zip(started, (entries ?? []).compactMap { $0 }) {
      table.attach(task, to: entry)
    }
  }
}

extension EffectRunner {
  /// Starts the parts of a merge.
  func start(_ tasks: [ActionTask<F.Action, F.State>], in scope: Scope) {
    if let count = countIfTogether(tasks, in: scope) {
      startTogether(tasks, count: count, in: scope)
    } else {
      for index in tasks.indices {
        if let effect = tasks[index].effect { start(effect, in: scope) }
      }
    }
  }

  /// The number of parts, if none is more than one operation or has a key or priority of its own: then
  /// one entry in the registry does for all.
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
    let started = EffectContext.$current.withValue(context) { startTasks(of: parts) }
    if let ticket = parts.ticket {
      registry.attach(.other { for task in started { task.cancel() } }, to: ticket)
    }
    parts.attach(started, in: table)
    // Cancelled before the tasks were there to be reached.
    if tracker.isCancelled(id) { registry.cancel(groups: [id]) }
  }

  /// Starts a task for each part.
  ///
  /// Not child tasks: the end of a task group is told by way of another thread.
  private func startTasks(of parts: MergedTasks<F.Action, F.State>) -> [Task<Void, Never>] {
    var started: [Task<Void, Never>] = []
    started.reserveCapacity(parts.count)
    let priority = parts.scope.priority
    for index in parts.tasks.indices {
      switch parts.tasks[index].content {
      case .none: break
      case .work(let operation):
        started.append(
          ImmediateTask.enqueue(priority: priority) { @MainActor [self] in
            if !Task.isCancelled {
              do {
                try await operation(state)
              } catch {
                if !isCancellation(error) { await deliver(error, in: parts.scope) }
              }
            }
            end(parts, at: index)
          }
        )
      case .effect(let effect):
        started.append(
          ImmediateTask.enqueue(name: effect.name, priority: priority) { @MainActor [self] in
            if !Task.isCancelled { await run(effect, in: parts.scope) }
            end(parts, at: index)
          }
        )
      }
    }
    return started
  }

  /// Ends a part, and with the last one the merge.
  private func end(_ parts: MergedTasks<F.Action, F.State>, at index: Int) {
    if let entries = parts.entries { table.end(entries[index]) }
    parts.count -= 1
    if parts.count > 0 {
      if let ticket = parts.ticket { registry.endPart(of: ticket) }
    } else {
      if let ticket = parts.ticket { registry.end(ticket) }
      end(nil, in: parts.scope)
    }
  }
}
