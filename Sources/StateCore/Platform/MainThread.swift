/// Access to the main actor from code that may run elsewhere, such as a `deinit`.
package enum MainThread {
  /// Whether the caller is on the main actor.
  package static var isCurrent: Bool { MainActorCheck.isPassed }

  /// Runs `work` on the main actor.
  ///
  /// If the caller is on the main actor, `work` runs before this returns. Otherwise it runs in a later turn, without
  /// the caller's task-local values and priority.
  package static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent {
      MainActor.assumeIsolated(work)
    } else {
      ImmediateTask.detached { @MainActor in work() }
    }
  }
}
