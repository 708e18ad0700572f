import StateEngine

/// Waits for the first of several ends, or for the end of its time.
final class Race: Sendable {
  private let runner = Locked<CheckedContinuation<Bool, Never>?>(nil)
  private let timer = Locked<Task<Void, Never>?>(nil)

  /// Starts everything and waits for the first call of `end`; `false` when `timeout` came first.
  @MainActor
  static func run(timeout: Duration, _ start: @MainActor (Race) -> Void) async -> Bool {
    let race = Race()
    return await withCheckedContinuation { continuation in
      race.runner.withLock { $0 = continuation }
      let timer = ImmediateTask.start { @MainActor in
        if (try? await waitPatiently(for: timeout)) != nil { race.finish(false) }
      }
      race.timer.withLock { $0 = timer }
      start(race)
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
