#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
import StateEngine

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

  var deadlock: SimulationError {
    // Outside the lock: a description may take locks itself.
    let (waits, effects) = state.withLock { ($0.waits, $0.effects) }
    return error(.deadlock, waiting: waits.descriptions + effects.flatMap { $0() })
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

  /// Lets everything run that can run without time passing.
  static func settle() async {
    guard let current else { return }
    await withUnsafeContinuation { continuation in
      current.state.withLock { $0.settling.append(continuation) }
    }
  }
}
#endif
