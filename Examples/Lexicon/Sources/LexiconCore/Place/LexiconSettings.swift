package import StatePersistence

/// The reader's settings, which apply to all screens.
@Observable @MainActor
package final class LexiconSettings: PersistentState {
  /// Whether the page of a word shows the examples of its meanings.
  package var showsExamples = true

  package static let persistence = Persistence<LexiconSettings>(version: 1) {
    Persisted("showsExamples", \.showsExamples)
  }

  package init() {}
}
