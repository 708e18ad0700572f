import Foundation
import StateEngine

/// The concurrency runtime's hook that sees each job before the global executor does.
enum GlobalExecutorHook {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  private struct Uses {
    var running = 0
    var isSetByHand = false
  }

  private static let uses = Locked(Uses())

  static var isInstalled: Bool { uses.withLock { _ in slot.pointee != nil } }

  static func beginUse() {
    change { $0.running += 1 }
  }

  static func endUse() {
    change { $0.running -= 1 }
  }

  static func setByHand(_ isSet: Bool) {
    change { $0.isSetByHand = isSet }
  }

  private static func change(_ change: (inout Uses) -> Void) {
    uses.withLock { uses in
      change(&uses)
      let isWanted = uses.running > 0 || uses.isSetByHand
      slot.pointee = isWanted ? { job, _ in MainActor.shared.enqueue(job) } : nil
    }
  }

  private static var slot: UnsafeMutablePointer<Hook?> {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
      fatalError("The Swift runtime of this system has no swift_task_enqueueGlobal_hook")
    }
    return symbol.assumingMemoryBound(to: Hook?.self)
  }
}
