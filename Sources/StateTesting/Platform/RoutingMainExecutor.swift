#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalCustomExecutors) import _Concurrency

/// The process's main executor.
///
/// On the thread of a simulation, it passes jobs to the simulation.
final class RoutingMainExecutor: MainExecutor {
  private let system: any MainExecutor

  init(system: any MainExecutor) {
    self.system = system
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Simulation.accept(job, isOfMainActor: true) { system.enqueue(ExecutorJob(job)) }
  }

  func run() throws {
    try system.run()
  }

  func stop() {
    system.stop()
  }

  func checkIsolated() {
    system.checkIsolated()
  }
}
#endif
