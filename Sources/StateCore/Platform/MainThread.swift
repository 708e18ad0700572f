/// Work that has to reach the main actor from where it need not be, such as a `deinit`.
package enum MainThread {
  /// Whether the caller is on the main actor.
  package static var isCurrent: Bool { MainActorCheck.isPassed }

  /// Runs `work` on the main actor: before this returns when the caller is there, in a later turn
  /// otherwise, without the caller's task-local values and priority.
  package static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent {
      MainActor.assumeIsolated(work)
    } else {
      ImmediateTask.detached { @MainActor in work() }
    }
  }
}
