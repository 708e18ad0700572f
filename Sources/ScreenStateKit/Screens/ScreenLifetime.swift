import StateEngine

/// Tells of the end of a state.
final class ScreenLifetime: Sendable {
  /// A registration for the end; it keeps nothing alive.
  struct Observation: Sendable {
    fileprivate weak let lifetime: ScreenLifetime?
    fileprivate let id: Int

    func cancel() {
      lifetime?.remove(id)
    }
  }

  private struct Handlers {
    var lastID = 0
    var handlers: [Int: @Sendable () -> Void] = [:]
  }

  private let handlers = Locked(Handlers())

  /// The number of registrations.
  var observationCount: Int { handlers.withLock { $0.handlers.count } }

  deinit {
    for handler in handlers.withLock({ $0.handlers }).values { handler() }
  }

  func onEnd(_ handler: @escaping @Sendable () -> Void) -> Observation {
    let id = handlers.withLock { handlers in
      handlers.lastID += 1
      handlers.handlers[handlers.lastID] = handler
      return handlers.lastID
    }
    return Observation(lifetime: self, id: id)
  }

  private func remove(_ id: Int) {
    _ = handlers.withLock { $0.handlers.removeValue(forKey: id) }
  }
}
