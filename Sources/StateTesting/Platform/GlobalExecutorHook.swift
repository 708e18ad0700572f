import Foundation

/// The concurrency runtime's hook that sees each job before the global executor does.
enum GlobalExecutorHook {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  static var isInstalled: Bool { slot.pointee != nil }

  static func setInstalled(_ isInstalled: Bool) {
    slot.pointee = isInstalled ? { job, _ in MainActor.shared.enqueue(job) } : nil
  }

  private static var slot: UnsafeMutablePointer<Hook?> {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
      fatalError("The Swift runtime of this system has no swift_task_enqueueGlobal_hook")
    }
    return symbol.assumingMemoryBound(to: Hook?.self)
  }
}
