#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
import StateCore

// The waits of tasks, and the message when no task can go on.
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
        taskCount: state.taskIDs.count,
        elapsed: state.schedule.now.offset,
        waiting: waiting
      )
    }
  }

  /// An error that names the waits and the effects, as far as they are known.
  func errorWithWaits(_ reason: SimulationError.Reason) -> SimulationError {
    // Outside the lock: a description may take locks itself.
    let (waits, effects) = state.withLock { ($0.waits, $0.effects) }
    return error(reason, waiting: waits.descriptions + effects.flatMap { $0() })
  }

  // MARK: - Waits

  /// A wait that the simulation names if nobody can go on.
  struct Wait {
    fileprivate let simulation: Simulation
    fileprivate let id: WaitList.ID

    func end() {
      simulation.state.withLock { $0.waits.remove(id) }
    }
  }

  /// Notes the reason of a wait; `nil`: this is no simulation.
  static func beginWait(_ describe: @escaping @Sendable () -> String) -> Wait? {
    guard let current else { return nil }
    return Wait(simulation: current, id: current.state.withLock { $0.waits.add(describe) })
  }

  /// Waits until nothing else can run or wake up, and then for `duration`.
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

  /// Ends the timeout that comes first; `false` without a timeout.
  func endTimeout() -> Bool {
    let waiter = state.withLock { state -> UnsafeContinuation<Bool, Never>? in
      guard let (waiter, rest) = state.timeouts.takeFirst() else { return nil }
      state.schedule.passTime(rest)
      return waiter
    }
    waiter?.resume(returning: true)
    return waiter != nil
  }

  /// Lets everything run that can run without time passing.
  static func settle() async {
    guard let current else { return }
    await withUnsafeContinuation { continuation in
      current.state.withLock { $0.settling.append(continuation) }
    }
  }
}
#endif
