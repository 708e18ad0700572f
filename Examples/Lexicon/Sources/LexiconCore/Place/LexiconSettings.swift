package import StatePersistence

/// What the reader has chosen for all screens.
@Observable @MainActor
package final class LexiconSettings: PersistentState {
  /// Whether the page of a word has the examples of its meanings.
  package var showsExamples = true

  package static let persistence = Persistence<LexiconSettings>(version: 1) {
    Persisted("showsExamples", \.showsExamples)
  }

  package init() {}
}
