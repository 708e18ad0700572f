import StateEngine

/// The test stores that there are, for the report of a simulation that cannot go on.
package enum TestStoreList {
  private struct State {
    var lastID = 0
    var effects: [(id: Int, list: @Sendable () -> [String])] = []
  }

  private static let state = Locked(State())

  /// The id of the test store that was made last.
  package static var lastID: Int { state.withLock { $0.lastID } }

  /// The effects that run in the test stores made after the one with the id.
  package static func effects(after id: Int) -> [String] {
    let lists = state.withLock { state in state.effects.filter { $0.id > id } }
    return lists.flatMap { $0.list() }
  }

  static func add(_ list: @escaping @Sendable () -> [String]) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.effects.append((state.lastID, list))
      return state.lastID
    }
  }

  static func remove(_ id: Int) {
    state.withLock { state in state.effects.removeAll { $0.id == id } }
  }
}
