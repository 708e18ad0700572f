#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateCore

/// A server that accepts connections, and answers one request of each, or the messages of a page.
final class InspectorServer: Sendable {
  let access: AccessCheck
  let desk: InspectorDesk
  let limits: ServerLimits
  let clock: ServerClock
  let sockets: ServerSockets
  private let state: Locked<State>

  private struct State {
    var table: ConnectionTable
    var rate: RateLimit
    var tasks: [ConnectionTable.ID: Task<Void, Never>] = [:]
    /// The connections that ended before their task was known.
    var ended: Set<ConnectionTable.ID> = []
  }

  init(
    _ sockets: ServerSockets,
    _ access: AccessCheck,
    _ desk: InspectorDesk,
    _ limits: ServerLimits,
    _ clock: ServerClock
  ) {
    self.sockets = sockets
    self.access = access
    self.desk = desk
    self.limits = limits
    self.clock = clock
    let rate = RateLimit(perSecond: limits.requestsPerSecond, now: clock.now)
    state = Locked(State(table: ConnectionTable(limits), rate: rate))
  }

  /// Accepts connections until the task is cancelled, then closes them and the port.
  func run() async {
    await withTaskGroup { group in
      group.addTask { await self.sockets.run() }
      await acceptAll()
      await closeAll()
      await sockets.close()
      group.cancelAll()
    }
  }

  private func acceptAll() async {
    while !Task.isCancelled {
      do {
        add(try await sockets.accept())
      } catch {
        if Task.isCancelled { return }
        // The process has no more file descriptors, or the connection was closed.
        closeOldest()
        try? await clock.sleep(for: .milliseconds(100))
      }
    }
  }

  // MARK: Connections

  private func add(_ socket: ServerSocket) {
    let opened = state.withLock { state in
      state.table.open().map { opened in
        (id: opened.new, closing: opened.closing.flatMap { state.tasks[$0] })
      }
    }
    opened?.closing?.cancel()
    let connection = opened.map { Connection(id: $0.id, socket, self) }
    let task = ImmediateTask.detached {
      await connection?.run()
      await socket.close()
      if let connection { self.close(connection.id) }
    }
    guard let id = opened?.id else { return }
    state.withLock { state in
      if state.ended.remove(id) == nil { state.tasks[id] = task }
    }
  }

  private func close(_ id: ConnectionTable.ID) {
    let task = state.withLock { state in
      state.table.close(id)
      let task = state.tasks.removeValue(forKey: id)
      if task == nil { state.ended.insert(id) }
      return task
    }
    withExtendedLifetime(task) {}
  }

  private func closeOldest() {
    let task = state.withLock { state in
      state.table.oldestWaiting.flatMap { state.tasks[$0] }
    }
    task?.cancel()
  }

  private func closeAll() async {
    let tasks = state.withLock { state in
      state.table.end()
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  // MARK: Limits

  /// The number of connections.
  var connectionCount: Int { state.withLock { $0.table.count } }

  func beginAnswer(_ id: ConnectionTable.ID) -> Bool {
    state.withLock { $0.table.answer(id) }
  }

  func upgrade(_ id: ConnectionTable.ID) {
    state.withLock { $0.table.upgrade(id) }
  }

  func admit(_ id: ConnectionTable.ID) -> Bool {
    state.withLock { $0.table.admit(id) }
  }

  /// Whether a script may send a request now.
  func allowsRequest() -> Bool {
    let now = clock.now
    return state.withLock { $0.rate.allows(at: now) }
  }
}
#endif
