import ViewFeature

/// What the screens have started, for whoever waits until all of it is done.
@MainActor
final class StartedWork {
  private var last: Task<Void, Never>?

  /// Each task waits for the one before, so that the last stands for all.
  func add(_ work: @escaping @MainActor () async -> Void) {
    last = Task { [last] in
      await work()
      await last?.value
    }
  }

  func add(_ sent: SentAction) {
    add { await sent.value }
  }

  /// Returns when nothing is left; what ends may have started more.
  func settle() async {
    while let last {
      await last.value
      if self.last == last {
        self.last = nil
      }
    }
  }
}
