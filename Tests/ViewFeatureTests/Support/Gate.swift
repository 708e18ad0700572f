/// Holds one piece of work up until the test opens it.
struct Gate: Sendable {
  private let arrival = Signal()
  private let opening = Signal()
  private let cancellation = Signal()

  var hasStarted: Bool { arrival.hasFired }
  var wasCancelled: Bool { cancellation.hasFired }

  func open() {
    opening.fire()
  }

  /// For the work: waits for the opening; a cancel ends the wait with a `CancellationError`.
  func pass() async throws {
    arrival.fire()
    await withTaskCancellationHandler {
      await opening.wait()
    } onCancel: {
      cancellation.fire()
      opening.fire()
    }
    try Task.checkCancellation()
  }

  /// For the work: waits for the opening and takes no notice of a cancel.
  func passStubbornly() async {
    arrival.fire()
    await withTaskCancellationHandler {
      await opening.wait()
    } onCancel: {
      cancellation.fire()
    }
  }

  /// For the test: waits until the work has come to the gate.
  func waitUntilStarted() async {
    await arrival.wait()
  }

  /// For the test: waits until the work at the gate is cancelled.
  func waitUntilCancelled() async {
    await cancellation.wait()
  }
}
