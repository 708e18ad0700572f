package import ScreenStateKit
package import StatePersistence

/// Where the reader is in the app: it comes back when the app is started again.
///
/// The last app that has changed it wins. What went wrong with it is its error.
@Observable @MainActor
package final class Place: ScreenState, PersistentState {
  /// What is open, that in front last.
  package private(set) var screens: [OpenScreen] = []
  /// What is searched for.
  package internal(set) var query = ""
  /// The note that is written.
  package internal(set) var draft: NoteDraft?

  package static let persistence = Persistence<Place>(version: 1) {
    Persisted("screens", \.screens) { _, here, _ in here }
    Persisted("query", \.query) { _, here, _ in here }
    Persisted("draft", \.draft) { _, here, _ in here }
  }

  /// The screen of a route, if it is open.
  package func screen(_ route: Route) -> OpenScreen? { screens.first { $0.route == route } }

  /// Takes down what is open now; the draft goes with its editor.
  package func show(_ open: [OpenScreen]) {
    guard open != screens else { return }
    screens = open
    if let draft, screen(.noteEditor(word: draft.word)) == nil { self.draft = nil }
  }

  /// Adds the editor of a note.
  package func openEditor(on word: String) {
    guard screen(.noteEditor(word: word)) == nil else { return }
    show(screens + [OpenScreen(.noteEditor(word: word))])
  }

  /// Takes the editor of a note away, with its draft.
  package func closeEditor(on word: String) {
    show(screens.filter { $0.route != .noteEditor(word: word) })
  }

  /// Takes down which row of an open screen is the first that is seen.
  package func scroll(_ route: Route, to row: Int) {
    show(screens.map { $0.route == route ? OpenScreen(route, row: row, top: row) : $0 })
  }

  /// Forgets what is searched for.
  package func endSearch() {
    query = ""
  }
}
