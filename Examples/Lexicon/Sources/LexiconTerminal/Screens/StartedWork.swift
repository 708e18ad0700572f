import ViewFeature

/// The work that the screens have started.
@MainActor
final class StartedWork {
  private var last: Task<Void, Never>?

  /// Each task also waits for the previous one, so the last task covers all work.
  func add(_ work: @escaping @MainActor () async -> Void) {
    last = Task { [last] in
      await work()
      await last?.value
    }
  }

  func add(_ sent: SentAction) {
    add { await sent.value }
  }

  /// Returns when no work is left, including work that other work starts.
  func settle() async {
    while let last {
      await last.value
      if self.last == last {
        self.last = nil
      }
    }
  }
}
