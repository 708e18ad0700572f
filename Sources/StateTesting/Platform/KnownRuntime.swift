#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// How a simulation has its way with a runtime whose private interfaces are known.
enum SimulationRuntime {
  typealias Start = VirtualClock.Start

  static let isTimeVirtual = true

  /// Once for the process.
  @MainActor static let isUsable = {
    RuntimeHooks.install()
    return true
  }()

  static var mainExecutor: UnownedSerialExecutor {
    SimulatedMainExecutor.shared.asUnownedSerialExecutor()
  }

  /// Makes the task of a simulation's body.
  ///
  /// One that is followed prefers the simulation's executor. With a preference, a task that goes from an
  /// executor to another comes to the simulation on its way.
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
