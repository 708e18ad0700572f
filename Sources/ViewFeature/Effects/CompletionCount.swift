/// Lets one task wait for the end of several others.
@MainActor
final class CompletionCount {
  private var running = 0
  private var waiter: CheckedContinuation<Void, Never>?

  func enter() {
    running += 1
  }

  func leave() {
    running -= 1
    guard running == 0 else { return }
    waiter?.resume()
    waiter = nil
  }

  func wait() async {
    guard running > 0 else { return }
    await withCheckedContinuation { waiter = $0 }
  }
}
