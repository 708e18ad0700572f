#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
import StateCore

// The waits of tasks, and the message if no task can continue.
extension Simulation {
  func error(
    _ reason: SimulationError.Reason,
    waiting: [String] = []
  ) -> SimulationError {
    state.withLock { state in
      SimulationError(
        reason,
        seed: seed,
        stepCount: state.schedule.stepCount,
        taskCount: state.tasks.own.count,
        elapsed: state.schedule.now.offset,
        waiting: waiting
      )
    }
  }

  /// Returns an error that lists the known waits and effects.
  func errorWithWaits(_ reason: SimulationError.Reason) -> SimulationError {
    // Called outside the lock, because a description may use locks itself.
    let (waits, effects) = state.withLock { ($0.waits, $0.effects) }
    return error(reason, waiting: waits.descriptions + effects.flatMap { $0() })
  }

  // MARK: Waits

  /// A wait that the simulation reports if no task can continue.
  struct Wait {
    fileprivate let simulation: Simulation
    fileprivate let id: WaitList.ID

    func end() {
      simulation.state.withLock { $0.waits.remove(id) }
    }
  }

  /// Registers a wait with a description.
  ///
  /// Returns `nil` outside a simulation.
  static func beginWait(_ describe: @escaping @Sendable () -> String) -> Wait? {
    guard let current else { return nil }
    return Wait(simulation: current, id: current.state.withLock { $0.waits.add(describe) })
  }

  /// Waits until no other task can run or wake up, and then for `duration`.
  @MainActor
  static func waitForStandstill(_ duration: Duration) async throws {
    guard let current else { return }
    let id = current.state.withLock { $0.timeouts.makeID() }
    let isOver = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isCancelled = current.state.withLock { state in
          if Task.isCancelled { return true }
          state.timeouts.add(continuation, id: id, after: duration)
          return false
        }
        if isCancelled { continuation.resume(returning: false) }
      }
    } onCancel: {
      current.state.withLock { $0.timeouts.remove(id) }?.resume(returning: false)
    }
    if !isOver { throw CancellationError() }
  }

  /// Ends the timeout that expires first.
  ///
  /// Returns `false` if no timeout is set.
  func endTimeout() -> Bool {
    let waiter = state.withLock { state -> UnsafeContinuation<Bool, Never>? in
      guard let (waiter, rest) = state.timeouts.takeFirst() else { return nil }
      state.schedule.passTime(rest)
      return waiter
    }
    waiter?.resume(returning: true)
    return waiter != nil
  }

  /// Runs everything that can run without time passing.
  static func settle() async {
    guard let current else { return }
    await withUnsafeContinuation { continuation in
      current.state.withLock { $0.settling.append(continuation) }
    }
  }
}
#endif
