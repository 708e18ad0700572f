/// A place where tasks wait for their cancellation, and others wait for these tasks.
@MainActor
final class Parking {
  static let shared = Parking()

  private var count = 0
  private var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

  /// Suspends until the current task is cancelled.
  func park() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    counted(+1)
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    counted(-1)
  }

  /// Suspends until that many tasks are parked.
  func waitForCount(_ count: Int) async {
    if self.count == count { return }
    await withCheckedContinuation { waiter = (count, $0) }
  }

  private func counted(_ change: Int) {
    count += change
    guard let waiter, waiter.count == count else { return }
    self.waiter = nil
    waiter.continuation.resume()
  }
}
