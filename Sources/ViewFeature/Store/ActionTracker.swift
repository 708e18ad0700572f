import StateEngine

/// Follows a store's actions to their end; safe to use from any context.
final class ActionTracker: Sendable {
  let registry: TaskRegistry
  private let tree = Locked(ActionTree())

  init(registry: TaskRegistry) {
    self.registry = registry
  }

  /// The number of actions that are followed.
  var count: Int { tree.withLock { $0.count } }

  /// Enters an action.
  ///
  /// Its id is also the group of its effects in the registry. `finish` is called once when nothing
  /// else is left to do for the action, and before it counts as done.
  func insert(
    parent: ActionTree.ID?,
    isQueued: Bool,
    finish: (@MainActor @Sendable () -> Void)? = nil
  ) -> ActionTree.ID {
    let id = registry.makeGroup()
    let finisher = finish.map { makeFinisher(of: id, $0) }
    tree.withLock { $0.insert(id, parent: parent, isQueued: isQueued, finisher: finisher) }
    return id
  }

  private func makeFinisher(
    of id: ActionTree.ID,
    _ finish: @escaping @MainActor @Sendable () -> Void
  ) -> ActionTree.Waiter {
    {
      MainThread.run {
        finish()
        self.endWork(id)
      }
    }
  }

  func isCancelled(_ id: ActionTree.ID) -> Bool {
    tree.withLock { $0.isCancelled(id) }
  }

  func isDone(_ id: ActionTree.ID) -> Bool {
    tree.withLock { $0.isDone(id) }
  }

  func isHandled(_ id: ActionTree.ID) -> Bool {
    tree.withLock { $0.isHandled(id) }
  }

  func dequeue(_ id: ActionTree.ID) -> Bool {
    tree.withLock { $0.dequeue(id) }
  }

  /// Notes that an effect begins.
  ///
  /// `false`: the action was cancelled, and nothing is noted.
  func beginWork(_ id: ActionTree.ID) -> Bool {
    tree.withLock { $0.beginWork(id) }
  }

  func endWork(_ id: ActionTree.ID) {
    for waiter in tree.withLock({ $0.endWork(id) }) { waiter() }
  }

  func endHandler(_ id: ActionTree.ID) {
    for waiter in tree.withLock({ $0.endHandler(id) }) { waiter() }
  }

  func takeHandle(_ id: ActionTree.ID) {
    tree.withLock { $0.takeHandle(id) }
  }

  func dropHandle(_ id: ActionTree.ID) {
    tree.withLock { $0.dropHandle(id) }
  }

  func cancel(_ id: ActionTree.ID) {
    let (cancelled, waiters) = tree.withLock { $0.cancel(id) }
    registry.cancel(groups: cancelled)
    for waiter in waiters { waiter() }
  }

  func cancelAll() {
    let (cancelled, waiters) = tree.withLock { $0.cancelAll() }
    registry.cancel(groups: cancelled)
    for waiter in waiters { waiter() }
  }

  func waitForCompletion(of id: ActionTree.ID) async {
    await withCheckedContinuation { continuation in
      let isWaiting = tree.withLock {
        $0.waitForCompletion(of: id) { continuation.resume() }
      }
      if !isWaiting { continuation.resume() }
    }
  }

  func waitForHandler(of id: ActionTree.ID) async {
    await withCheckedContinuation { continuation in
      let isWaiting = tree.withLock {
        $0.waitForHandler(of: id) { continuation.resume() }
      }
      if !isWaiting { continuation.resume() }
    }
  }
}
