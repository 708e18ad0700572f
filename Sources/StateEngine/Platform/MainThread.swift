import Dispatch

/// Work that has to reach the main actor from a `deinit`, which may run anywhere.
package enum MainThread {
  // The queue, not the thread: on Linux another thread serves it once an asynchronous `main` has
  // suspended.
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Runs `work` on the main actor: before this returns when the caller is there, in a later turn
  /// otherwise.
  package static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
    if DispatchQueue.getSpecific(key: key) == true {
      MainActor.assumeIsolated(work)
    } else {
      ImmediateTask.enqueue { @MainActor in work() }
    }
  }
}
