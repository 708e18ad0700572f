#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The main actor's executor on the thread of a simulation.
///
/// There is one for all simulations: tasks refer to it without holding it.
final class SimulatedMainExecutor: SerialExecutor, SchedulingExecutor {
  static let shared = SimulatedMainExecutor(system: MainActor.executor)

  private let system: any MainExecutor

  private init(system: any MainExecutor) {
    self.system = system
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Simulation.accept(job, isOfMainActor: true) { system.enqueue(ExecutorJob(job)) }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob,
    after delay: C.Duration,
    tolerance: C.Duration?,
    clock: C
  ) {
    if let simulation = Simulation.current {
      simulation.add(UnownedJob(job), isOfMainActor: true, after: .standard(delay))
    } else {
      system.asScheduling.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
    }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob,
    at instant: C.Instant,
    tolerance: C.Duration?,
    clock: C
  ) {
    if let simulation = Simulation.current {
      let delay = clock.now.duration(to: instant)
      simulation.add(UnownedJob(job), isOfMainActor: true, after: .standard(delay))
    } else {
      system.asScheduling.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }
  }

  /// Asked about code of which the runtime does not know that it is on the main actor.
  func checkIsolated() {
    guard Simulation.current != nil else { return system.checkIsolated() }
    preconditionFailure("Expected to be on the main actor")
  }
}
#endif
