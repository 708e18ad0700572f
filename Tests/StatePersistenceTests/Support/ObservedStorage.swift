import StateTesting

@testable import StatePersistence

/// A storage in memory that a test can wait for, and make fail.
final class ObservedStorage: RecordStorage {
  private struct State {
    var failure: SavedStateError?
    var tries = 0
    var onRead: (@Sendable () -> Void)?
    var writes = 0
    var waiters: [(tries: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  let memory: PersistenceMemory
  private let state = LockIsolated(State())

  init(_ memory: PersistenceMemory = PersistenceMemory()) {
    self.memory = memory
  }

  var location: PersistenceLocation { PersistenceLocation(self, key: "state") }

  /// The error of each use.
  var failure: SavedStateError? {
    get { state.value.failure }
    set { state.withValue { $0.failure = newValue } }
  }

  /// The number of written records.
  var writes: Int { state.value.writes }

  /// The number of attempts to write, including successful ones.
  var tries: Int { state.value.tries }

  /// Sets a closure that the next read calls before it returns.
  func onNextRead(_ body: @escaping @Sendable () -> Void) {
    state.withValue { $0.onRead = body }
  }

  /// Waits for a number of attempts to write.
  func waitForTries(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isDone = state.withValue { state in
        if state.tries >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  private func noteTry(writes: Int) {
    let ready = state.withValue { state in
      state.tries += 1
      state.writes += writes
      defer { state.waiters.removeAll { $0.tries <= state.tries } }
      return state.waiters.filter { $0.tries <= state.tries }
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  private func check() throws {
    if let failure { throw failure }
  }

  var identity: String { memory.identity }
  func place(_ key: String) -> String { memory.place(key) }

  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? {
    let onRead = state.withValue { state in
      defer { state.onRead = nil }
      return state.onRead
    }
    onRead?()
    try check()
    return try memory.read(key)
  }

  func stamp(_ key: String) throws -> RecordStamp? {
    try check()
    return try memory.stamp(key)
  }

  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result {
    let before = memory.keys.compactMap { try? memory.stamp($0) }
    defer {
      let after = memory.keys.compactMap { try? memory.stamp($0) }
      noteTry(writes: Set(after).subtracting(before).count)
    }
    try check()
    return try memory.exclusively(body)
  }
}
