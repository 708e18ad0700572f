/// Counts in two steps. Planted bug: another task may count in between.
actor Counter {
  private let isPlanted: Bool
  private(set) var count = 0

  init(isPlanted: Bool) {
    self.isPlanted = isPlanted
  }

  func increment() async {
    let old = count
    await Task.yield()
    count = (isPlanted ? old : count) + 1
  }
}
