/// Owns running tasks: registers them synchronously, cancels them by key, by group or all, and
/// cancels whatever is left when it goes away.
///
/// A task is reached by a cancel from the moment in which the call that registers it returns. No
/// task keeps its registry alive.
package final class TaskRegistry: Sendable {
  package typealias Ticket = TaskTable<Handle>.Ticket

  package enum Handle: Sendable {
    case task(Task<Void, Never>)
    case other(@Sendable () -> Void)

    func cancel() {
      switch self {
      case .task(let task): task.cancel()
      case .other(let cancel): cancel()
      }
    }
  }

  private let storage = Storage()

  package init() {}

  deinit {
    cancelAll()
  }

  /// Work that is running and was not cancelled.
  package var count: Int { storage.withTable { $0.count } }
  /// The part of `count` that was registered as countable.
  package var countedCount: Int { storage.withTable { $0.countedCount } }
  package var isEmpty: Bool { count == 0 }
  package var keys: [TaskKey] { storage.withTable { Array($0.keys) } }

  package func contains(_ key: TaskKey) -> Bool {
    storage.withTable { $0.contains(key) }
  }

  package func makeGroup() -> Int {
    storage.withTable { $0.makeGroup() }
  }

  /// Starts `operation` in a task of its own and registers it before that task can run.
  ///
  /// With `startsAtOnce` it runs up to its first suspension before this returns, where the system
  /// can do that. `onEnd` is called when the operation has ended and its entry is gone, and at once
  /// when `policy` refuses the work.
  @discardableResult
  package func run(
    _ key: TaskKey? = nil,
    inheriting inheritedKeys: [TaskKey] = [],
    group: Int? = nil,
    policy: DuplicatePolicy = .cancelExisting,
    isCounted: Bool = true,
    startsAtOnce: Bool = false,
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor @Sendable () async -> Void,
    onEnd: @escaping @MainActor @Sendable () -> Void = {}
  ) -> Task<Void, Never> {
    let ticket = admit(
      key,
      inheriting: inheritedKeys,
      group: group,
      policy: policy,
      isCounted: isCounted
    )
    let work: @MainActor @Sendable () async -> Void = { [storage] in
      if let ticket {
        await operation()
        storage.end(ticket)
      }
      onEnd()
    }
    let task =
      startsAtOnce
      ? ImmediateTask.start(name: name, priority: priority, operation: work)
      : ImmediateTask.enqueue(name: name, priority: priority, operation: work)
    if let ticket { attach(.task(task), to: ticket) }
    return task
  }

  /// Registers a task that is already running and lets go of it when it ends.
  ///
  /// - Returns: Whether `policy` admitted it; a refused task has been cancelled.
  @discardableResult
  package func add<Success: Sendable, Failure: Error>(
    _ task: Task<Success, Failure>,
    key: TaskKey? = nil,
    policy: DuplicatePolicy = .cancelExisting
  ) -> Bool {
    guard let ticket = admit(key, policy: policy) else {
      task.cancel()
      return false
    }
    attach(.other { task.cancel() }, to: ticket)
    // At the lowest priority: waiting for a task raises its priority to that of the waiter.
    ImmediateTask.start(priority: .background) { [storage] in
      _ = await task.result
      storage.end(ticket)
    }
    return true
  }

  /// Enters work that runs inside a task which the registry does not own, for as long as `end` is
  /// not called.
  ///
  /// Work that consists of several parts is counted as so many.
  package func admit(
    _ key: TaskKey?,
    inheriting inheritedKeys: [TaskKey] = [],
    group: Int? = nil,
    policy: DuplicatePolicy = .cancelExisting,
    isCounted: Bool = true,
    parts: Int = 1
  ) -> Ticket? {
    let admission = storage.withTable {
      $0.admit(
        key,
        inheriting: inheritedKeys,
        group: group,
        policy: policy,
        isCounted: isCounted,
        parts: parts
      )
    }
    guard case .admitted(let ticket, let displaced) = admission else { return nil }
    for handle in displaced { handle.cancel() }
    return ticket
  }

  package func attach(_ handle: Handle, to ticket: Ticket) {
    if !storage.withTable({ $0.attach(handle, to: ticket) }) { handle.cancel() }
  }

  package func end(_ ticket: Ticket) {
    storage.end(ticket)
  }

  /// Notes that one of the parts of admitted work has ended.
  package func endPart(of ticket: Ticket) {
    storage.withTable { $0.endPart(of: ticket) }
  }

  package func cancel(_ key: TaskKey) {
    for handle in storage.withTable({ $0.cancel(key) }) { handle.cancel() }
  }

  package func cancel(groups: [Int]) {
    let handles = storage.withTable { table in groups.flatMap { table.cancel(group: $0) } }
    for handle in handles { handle.cancel() }
  }

  package func cancelAll() {
    for handle in storage.withTable({ $0.cancelAll() }) { handle.cancel() }
  }

  /// Suspends until no registered work is left, cancelled work included.
  package func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      storage.whenIdle { continuation.resume() }
    }
  }
}

extension TaskRegistry {
  /// What a running task keeps alive instead of the registry.
  private final class Storage: Sendable {
    private struct State {
      var table = TaskTable<Handle>()
      var idleHandlers: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    func withTable<Result>(_ body: (inout TaskTable<Handle>) -> Result) -> Result {
      let (result, keys) = state.withLock { state in
        (body(&state.table), state.table.takeReleasedKeys())
      }
      _ = keys
      return result
    }

    func end(_ ticket: Ticket) {
      let (handle, keys, idleHandlers) = state.withLock { state in
        let handle = state.table.end(ticket)
        var idleHandlers: [@Sendable () -> Void] = []
        if state.table.unfinishedCount == 0 { swap(&idleHandlers, &state.idleHandlers) }
        return (handle, state.table.takeReleasedKeys(), idleHandlers)
      }
      _ = (handle, keys)
      for handler in idleHandlers { handler() }
    }

    func whenIdle(_ handler: @escaping @Sendable () -> Void) {
      let isIdle = state.withLock { state in
        if state.table.unfinishedCount > 0 { state.idleHandlers.append(handler) }
        return state.table.unfinishedCount == 0
      }
      if isIdle { handler() }
    }
  }
}
