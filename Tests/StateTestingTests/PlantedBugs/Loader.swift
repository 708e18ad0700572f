/// Runs one load at a time. Planted bug: a load that throws keeps the lock.
actor Loader {
  struct Failure: Error {}

  private let isPlanted: Bool
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(isPlanted: Bool) {
    self.isPlanted = isPlanted
  }

  func load(fails: Bool) async throws -> Int {
    await lock()
    do {
      await Task.yield()
      if fails { throw Failure() }
    } catch {
      if !isPlanted { unlock() }
      throw error
    }
    unlock()
    return 1
  }

  private func lock() async {
    while isLocked { await withCheckedContinuation { waiting.append($0) } }
    isLocked = true
  }

  private func unlock() {
    isLocked = false
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}
