#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The main actor's executor on the thread of a simulation.
///
/// All simulations share one, because tasks refer to it without retaining it.
final class SimulatedMainExecutor: SerialExecutor, SimulationRouting {
  static let shared = SimulatedMainExecutor()

  private let main: any MainExecutor = MainActor.executor
  let isOfMainActor = true
  var system: any Executor { main }

  /// Called for code that the runtime doesn't know to be on the main actor.
  func checkIsolated() {
    guard Simulation.isCurrent else { return main.checkIsolated() }
    guard !Simulation.isOnMainActor else { return }
    preconditionFailure("Expected to be on the main actor")
  }
}
#endif
