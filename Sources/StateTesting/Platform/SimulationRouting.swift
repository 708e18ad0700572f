#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// An executor that passes the jobs of a simulation's thread to the simulation, and forwards other jobs.
protocol SimulationRouting: SchedulingExecutor {
  /// The executor for jobs outside simulations.
  var system: any Executor { get }
  var isOfMainActor: Bool { get }
}

extension SimulationRouting {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Simulation.accept(job, isOfMainActor: isOfMainActor) { system.enqueue(ExecutorJob(job)) }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob,
    after delay: C.Duration,
    tolerance: C.Duration?,
    clock: C
  ) {
    if let simulation = Simulation.current {
      simulation.add(UnownedJob(job), isOfMainActor: isOfMainActor, after: .standard(delay))
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
    if Simulation.isCurrent {
      enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    } else {
      system.asScheduling.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }
  }
}

extension Executor {
  fileprivate var asScheduling: any SchedulingExecutor {
    guard let scheduling = self as? any SchedulingExecutor else {
      fatalError("\(self) can't run jobs after a delay")
    }
    return scheduling
  }
}

extension Duration {
  /// Returns the delay of a clock that uses the standard library's durations.
  fileprivate static func standard<Other: DurationProtocol>(_ duration: Other) -> Duration {
    guard let duration = duration as? Duration else {
      fatalError("A simulation can't wait for a \(Other.self)")
    }
    return duration
  }
}
#endif
