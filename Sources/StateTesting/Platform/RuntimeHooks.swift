#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The hooks that make the concurrency runtime offer each job to `Simulation` first.
///
/// Some jobs reach an executor object, others a hook. Outside a simulation, both lead to the system's executors.
enum RuntimeHooks {
  private enum Executors: ExecutorFactory {
    static let main = RoutingMainExecutor(system: MainActor.executor)
    static var mainExecutor: any MainExecutor { main }
    static var defaultExecutor: any TaskExecutor { RoutingExecutor.shared }
  }

  /// This runs once per process, because the routing executors store the ones that they replace.
  private static let installExecutors: Void = {
    _ = RoutingExecutor.shared
    _ = SimulatedMainExecutor.shared
    _ = Executors.main
    _createExecutors(factory: Executors.self)
    VirtualClock.install()
    SeededRandomness.install()
    TaskCreation.install()
  }()

  static func install() {
    installExecutors
    MainExecutorHooks.install()
  }
}
#endif
