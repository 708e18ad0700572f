package import StatePersistence
package import ViewFeature

/// Marks words.
package struct MarksFeature: Feature {
  @Observable @MainActor
  package final class State: SnapshotState, PersistentState {
    /// The marked words, in the order in which they were marked.
    package internal(set) var words: [String] = []

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("words", \.words)
    }

    package static let persistence = Persistence<State>(version: 1) {
      Persisted("words", \.words) { _, here, _ in here }
    }

    package init() {}
  }

  package enum Action: Codable, Hashable, Sendable {
    /// Marks a word, or removes its mark.
    case toggle(String)
  }

  package init() {}

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .toggle(let word):
        if state.words.contains(word) {
          state.words.removeAll { $0 == word }
        } else {
          state.words.append(word)
        }
      }
      return .none
    }
  }
}
