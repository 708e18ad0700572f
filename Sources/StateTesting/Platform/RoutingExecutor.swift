#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The process's default executor.
///
/// On the thread of a simulation, it passes jobs to the simulation.
final class RoutingExecutor: TaskExecutor, SimulationRouting {
  static let shared = RoutingExecutor()

  let system: any Executor = Task<Never, Never>.defaultExecutor
  let isOfMainActor = false
}
#endif
