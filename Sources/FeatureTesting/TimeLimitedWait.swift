import FeatureStore
import StateCore

/// A wait for the first of several events, with a time limit.
final class TimeLimitedWait: Sendable {
  private let runner = Locked<CheckedContinuation<Bool, Never>?>(nil)
  private let timer = Locked<Task<Void, Never>?>(nil)

  /// Starts everything and waits for the first call of `end`; returns `false` if `timeout` has passed first.
  @MainActor
  static func run(timeout: Duration, _ start: @MainActor (TimeLimitedWait) -> Void) async -> Bool {
    let wait = TimeLimitedWait()
    return await withCheckedContinuation { continuation in
      wait.runner.withLock { $0 = continuation }
      let timer = ImmediateTask.start { @MainActor in
        if (try? await sleepWithoutProgress(for: timeout)) != nil { wait.finish(false) }
      }
      wait.timer.withLock { $0 = timer }
      start(wait)
    }
  }

  func end() {
    timer.withLock { $0 }?.cancel()
    finish(true)
  }

  private func finish(_ isInTime: Bool) {
    let continuation = runner.withLock { runner in
      defer { runner = nil }
      return runner
    }
    continuation?.resume(returning: isInTime)
  }
}
