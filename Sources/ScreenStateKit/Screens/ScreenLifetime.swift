import StateEngine

/// Tells of the end of a state.
final class ScreenLifetime: Sendable {
  /// A registration for the end; it keeps nothing alive.
  struct Observation: Sendable {
    fileprivate weak let lifetime: ScreenLifetime?
    fileprivate let number: Int

    func cancel() {
      lifetime?.remove(number)
    }
  }

  // Called in the order in which they came, the same in every process.
  private let handlers = Locked(NumberedList<@Sendable () -> Void>())

  /// The number of registrations.
  var observationCount: Int { handlers.withLock { $0.count } }

  deinit {
    for handler in handlers.withLock({ $0.removeAll() }) { handler() }
  }

  func onEnd(_ handler: @escaping @Sendable () -> Void) -> Observation {
    Observation(lifetime: self, number: handlers.withLock { $0.append(handler) })
  }

  private func remove(_ number: Int) {
    handlers.withLockReleasing { $0.remove(number) }
  }
}
