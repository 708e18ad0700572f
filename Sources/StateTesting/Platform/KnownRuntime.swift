#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The simulation's interface to a runtime whose private interfaces are known.
enum SimulationRuntime {
  typealias Start = VirtualClock.Start

  static let isTimeVirtual = true

  /// The hooks are installed once per process.
  @MainActor static let isUsable = {
    RuntimeHooks.install()
    return true
  }()

  static var mainExecutor: UnownedSerialExecutor {
    SimulatedMainExecutor.shared.asUnownedSerialExecutor()
  }

  /// Creates the task for a simulation's body.
  ///
  /// A followed task prefers the simulation's executor. With this preference, a task that moves from one executor to
  /// another passes through the simulation.
  static func makeTask(
    isFollowed: Bool,
    _ operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: isFollowed ? RoutingExecutor.shared : nil, operation: operation)
  }

  static func run(_ job: UnownedJob, isOfMainActor: Bool) {
    let executor = RoutingExecutor.shared.asUnownedTaskExecutor()
    if isOfMainActor {
      job.runSynchronously(isolatedTo: mainExecutor, taskExecutor: executor)
    } else {
      job.runSynchronously(on: executor)
    }
  }
}
#endif
