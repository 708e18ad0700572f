/// Holds work up until the test opens it.
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

  /// Waits for the opening; a cancel ends the wait, too.
  package func wait() async {
    await opening.wait()
  }

  /// For the work: waits for the opening; a cancel ends the wait with a `CancellationError`.
  package func pass() async throws {
    arrival.fire()
    await withTaskCancellationHandler {
      await opening.wait()
    } onCancel: {
      cancellation.fire()
    }
    try Task.checkCancellation()
  }

  /// For the work: waits for the opening and takes no notice of a cancel.
  package func passStubbornly() async {
    arrival.fire()
    await withTaskCancellationHandler {
      await opening.waitStubbornly()
    } onCancel: {
      cancellation.fire()
    }
  }

  /// For the test: waits until the work has come to the gate.
  package func waitUntilStarted() async {
    await arrival.wait()
  }

  /// For the test: waits until the work at the gate is cancelled.
  package func waitUntilCancelled() async {
    await cancellation.wait()
  }
}
