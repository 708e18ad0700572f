/// Lets one party wait for the end of several effects.
@MainActor
final class CompletionCount {
  private var running = 0
  private var onEmpty: (@MainActor () -> Void)?

  func enter() {
    running += 1
  }

  func leave() {
    running -= 1
    callIfEmpty()
  }

  /// Calls `action` once, when nothing is running, or at once if nothing is.
  func whenEmpty(_ action: @escaping @MainActor () -> Void) {
    onEmpty = action
    callIfEmpty()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      whenEmpty { continuation.resume() }
    }
  }

  private func callIfEmpty() {
    guard running == 0, let onEmpty else { return }
    self.onEmpty = nil
    onEmpty()
  }
}
