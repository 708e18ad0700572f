#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency
import Glibc

/// Makes the concurrency runtime ask `Simulation` first.
///
/// Some jobs reach an executor object, others a hook; outside a simulation both lead to the system's
/// executors.
enum RuntimeHooks {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias GetMain = @convention(thin) () -> UnownedSerialExecutor
  private typealias GetMainHook = @convention(thin) (GetMain) -> UnownedSerialExecutor

  private enum Executors: ExecutorFactory {
    static let main = RoutingMainExecutor(system: MainActor.executor)
    static var mainExecutor: any MainExecutor { main }
    static var defaultExecutor: any TaskExecutor { RoutingExecutor.shared }
  }

  /// Once for the process: the routing ones remember those that they replace.
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
    GlobalExecutorHook.install()
    slot("swift_task_enqueueMainExecutor_hook", of: EnqueueHook.self).pointee = { job, original in
      if !Simulation.accept(job, isOfMainActor: true) { original(job) }
    }
    slot("swift_task_getMainExecutor_hook", of: GetMainHook.self).pointee = { original in
      Simulation.current == nil
        ? original() : SimulatedMainExecutor.shared.asUnownedSerialExecutor()
    }
  }

  private static func slot<Hook>(
    _ name: String,
    of type: Hook.Type
  ) -> UnsafeMutablePointer<Hook?> {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), name) else {
      fatalError("The Swift runtime of this system has no \(name)")
    }
    return symbol.assumingMemoryBound(to: Hook?.self)
  }
}
#endif
