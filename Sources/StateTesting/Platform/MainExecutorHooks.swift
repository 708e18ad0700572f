#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
import StateCore

/// The concurrency runtime's hooks through which jobs and code reach the main actor.
enum MainExecutorHooks {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias GetMain = @convention(thin) () -> UnownedSerialExecutor
  private typealias GetMainHook = @convention(thin) (GetMain) -> UnownedSerialExecutor

  static var areAvailable: Bool { enqueueSlot != nil && GlobalExecutorHook.isAvailable }

  /// Installs the available hooks, and the hook of the global executor.
  ///
  /// Outside a simulation, they change nothing.
  static func install() {
    GlobalExecutorHook.install()
    enqueueSlot?.pointee = { job, original in
      if !Simulation.accept(job, isOfMainActor: true) { original(job) }
    }
    slot("swift_task_getMainExecutor_hook", of: GetMainHook.self)?.pointee = { original in
      Simulation.current == nil ? original() : SimulationRuntime.mainExecutor
    }
  }

  private static var enqueueSlot: UnsafeMutablePointer<EnqueueHook?>? {
    slot("swift_task_enqueueMainExecutor_hook", of: EnqueueHook.self)
  }

  private static func slot<Hook>(
    _ name: String,
    of type: Hook.Type
  ) -> UnsafeMutablePointer<Hook?>? {
    DynamicSymbol.address(of: name)?.assumingMemoryBound(to: Hook?.self)
  }
}
#endif
