/// Shows the results of the latest query.
///
/// Planted bug: an older query keeps running and may return later.
@MainActor final class SearchModel {
  private let isPlanted: Bool
  private var task: Task<Void, Never>?
  private(set) var results = ""

  init(isPlanted: Bool) {
    self.isPlanted = isPlanted
  }

  func search(_ query: String, takes duration: Duration) {
    if !isPlanted { task?.cancel() }
    task = Task {
      try? await ContinuousClock().sleep(for: duration)
      if !Task.isCancelled { results = query }
    }
  }
}
