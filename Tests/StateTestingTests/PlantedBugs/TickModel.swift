/// Counts the ticks of a stream during its lifetime.
///
/// Planted bug: the effect retains it.
@MainActor final class TickModel {
  private(set) var count = 0
  private var effect: Task<Void, Never>?

  init(ticks: AsyncStream<Void>, isPlanted: Bool) {
    if isPlanted {
      effect = Task {
        for await _ in ticks { count += 1 }
      }
    } else {
      effect = Task { [weak self] in
        for await _ in ticks { self?.count += 1 }
      }
    }
  }

  isolated deinit {
    effect?.cancel()
  }
}
