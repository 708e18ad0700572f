/// A gate that blocks work until the test opens it.
package struct Gate: Sendable {
  private let arrival = Signal()
  private let opening = Signal()
  private let cancellation = Signal()

  package init() {}

  package var isOpen: Bool { opening.hasFired }
  package var hasStarted: Bool { arrival.hasFired }
  package var wasCancelled: Bool { cancellation.hasFired }

  package func open() {
    opening.fire()
  }

  /// Waits until the gate opens or the task is cancelled.
  package func wait() async {
    await opening.wait()
  }

  /// Called by the work: waits until the gate opens.
  ///
  /// If the task is cancelled, throws a `CancellationError`.
  package func pass() async throws {
    arrival.fire()
    await withTaskCancellationHandler {
      await opening.wait()
    } onCancel: {
      cancellation.fire()
    }
    try Task.checkCancellation()
  }

  /// Called by the work: waits until the gate opens, and ignores cancellation.
  package func passStubbornly() async {
    arrival.fire()
    await withTaskCancellationHandler {
      await opening.waitStubbornly()
    } onCancel: {
      cancellation.fire()
    }
  }

  /// Called by the test: waits until the work has reached the gate.
  package func waitUntilStarted() async {
    await arrival.wait()
  }

  /// Called by the test: waits until the work at the gate is cancelled.
  package func waitUntilCancelled() async {
    await cancellation.wait()
  }
}
