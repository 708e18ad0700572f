/// The work that runs in the current task, in either style.
package enum CurrentWork {
  private static let styles = Locked<[@Sendable () -> Bool]>([])

  /// Adds a style's check for whether the ledger has cancelled the work of the current task.
  package static func addCheck(_ isCancelled: @escaping @Sendable () -> Bool) {
    styles.withLock { $0.append(isCancelled) }
  }

  /// Whether the work of the current task was cancelled.
  ///
  /// `Task.isCancelled` alone may be late: if two threads cancel the same work, the second call returns while the first
  /// one still cancels the tasks.
  package static var isCancelled: Bool { Task.isCancelled || isCancelledInLedger }

  /// Whether the ledger has cancelled the work of the current task, even if another task of that work is the current
  /// one.
  package static var isCancelledInLedger: Bool { styles.withLock { $0 }.contains { $0() } }

  /// Checks whether the work of the current task was cancelled.
  ///
  /// - Throws: `CancellationError` if it was cancelled.
  package static func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }
}
