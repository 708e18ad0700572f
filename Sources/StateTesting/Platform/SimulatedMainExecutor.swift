#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The main actor's executor on the thread of a simulation.
///
/// There is one for all simulations: tasks refer to it without holding it.
final class SimulatedMainExecutor: SerialExecutor, SimulationRouting {
  static let shared = SimulatedMainExecutor()

  private let main: any MainExecutor = MainActor.executor
  let isOfMainActor = true
  var system: any Executor { main }

  /// Asked about code of which the runtime does not know that it is on the main actor.
  func checkIsolated() {
    guard Simulation.isCurrent else { return main.checkIsolated() }
    guard !Simulation.isOnMainActor else { return }
    preconditionFailure("Expected to be on the main actor")
  }
}
#endif
