import Foundation

/// Work that has to reach the main actor from a `deinit`, which may run on any thread.
package enum MainThread {
  /// Runs `work` on the main actor: before this returns when the caller is on the main thread, in
  /// a later turn otherwise.
  package static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
    if Thread.isMainThread {
      MainActor.assumeIsolated(work)
    } else {
      ImmediateTask.enqueue { @MainActor in work() }
    }
  }
}
