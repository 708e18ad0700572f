package import ScreenStateKit
package import StatePersistence

/// The reader's place in the app, restored at the next launch.
///
/// The last app that changes it wins. Failures to save or restore it are shown as its error.
@Observable @MainActor
package final class Place: ScreenState, PersistentState {
  /// The open screens, with the frontmost last.
  package private(set) var screens: [OpenScreen] = []
  /// The search query.
  package internal(set) var query = ""
  /// The unsaved note.
  package internal(set) var draft: NoteDraft?

  package static let persistence = Persistence<Place>(version: 1) {
    Persisted("screens", \.screens) { _, here, _ in here }
    Persisted("query", \.query) { _, here, _ in here }
    Persisted("draft", \.draft) { _, here, _ in here }
  }

  /// Returns the screen of a route, if it is open.
  package func screen(_ route: Route) -> OpenScreen? { screens.first { $0.route == route } }

  /// Records the open screens; the draft is discarded with its editor.
  package func show(_ open: [OpenScreen]) {
    guard open != screens else { return }
    screens = open
    if let draft, screen(.noteEditor(word: draft.word)) == nil { self.draft = nil }
  }

  /// Adds the editor of a note, unless it is open.
  package func openEditor(on word: String) {
    guard screen(.noteEditor(word: word)) == nil else { return }
    show(screens + [OpenScreen(.noteEditor(word: word))])
  }

  /// Removes the editor of a note, with its draft.
  package func closeEditor(on word: String) {
    show(screens.filter { $0.route != .noteEditor(word: word) })
  }

  /// Records the first visible row of an open screen.
  package func scroll(_ route: Route, to row: Int) {
    show(screens.map { $0.route == route ? OpenScreen(route, row: row, top: row) : $0 })
  }

  /// Clears the search query.
  package func endSearch() {
    query = ""
  }
}
