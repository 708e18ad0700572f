import StateCore

/// The concurrency runtime's hook that receives each job before the global executor does.
enum GlobalExecutorHook {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  private struct Uses {
    var running = 0
    var isSetByHand = false

    var isMainActorWanted: Bool { running > 0 || isSetByHand }
  }

  private static let uses = Locked(Uses())

  static var isMainActorWanted: Bool { uses.withLock { $0.isMainActorWanted } }

  static var isAvailable: Bool { slot != nil }

  static func beginUse() {
    change { $0.running += 1 }
  }

  static func endUse() {
    change { $0.running -= 1 }
  }

  static func setByHand(_ isSet: Bool) {
    change { $0.isSetByHand = isSet }
  }

  /// Outside a simulation and without a use, the hook changes nothing.
  static func install() {
    slot?.pointee = { job, original in
      if Simulation.accept(job, isOfMainActor: false) { return }
      if GlobalExecutorHook.isMainActorWanted {
        MainActor.shared.enqueue(job)
      } else {
        original(job)
      }
    }
  }

  private static func change(_ change: (inout Uses) -> Void) {
    uses.withLock { change(&$0) }
    install()
  }

  /// The location of the hook; `nil` if the runtime has no such hook, or it can't be looked up.
  private static var slot: UnsafeMutablePointer<Hook?>? {
    DynamicSymbol.address(of: "swift_task_enqueueGlobal_hook")?
      .assumingMemoryBound(to: Hook?.self)
  }
}
