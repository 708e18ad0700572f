package import LexiconCore
import ScreenStateKit

/// Everything that the frame of the saved words depends on, as a value.
package struct SavedWordsScreen: Equatable, Sendable {
  /// Nothing until they have been read.
  package var notes: [Note]?
  package var isDeleting = false
  /// The note of which the app asks whether it is to be deleted.
  package var doomed: Note?
  package var error: String?
  package var viewport = Viewport()

  package init() {}

  @MainActor
  package init(_ state: SavedWordsFeature.State, viewport: Viewport, doomed: Note?) {
    notes = state.notes
    isDeleting = state.isLoading
    error = state.displayError?.message
    self.viewport = viewport
    self.doomed = doomed
  }

  package var selected: Note? { viewport.selected(in: notes ?? []) }

  package func listHeight(in size: TerminalSize) -> Int {
    layout.bodyHeight(in: size)
  }

  package func frame(in size: TerminalSize) -> Frame {
    let frame = layout.frame(in: size, body: list(size))
    if isDeleting { return frame.covered(by: "Deleting…", in: size) }
    guard let doomed else { return frame }
    return frame.covered(
      by: "Delete '\(doomed.word)' and your note on it? y delete n keep",
      in: size
    )
  }

  private var layout: ScreenLayout {
    ScreenLayout(title: "Saved words", status: status, error: error, footer: footer)
  }

  private var status: String {
    guard let notes else { return error == nil ? "Loading…" : "" }
    return notes.count == 1 ? "1 word" : "\(notes.count) words"
  }

  private var footer: String {
    if error != nil { return "r read again  escape back  ? help  q quit" }
    return "enter open  n note  x delete  r read again  escape back  ? help  q quit"
  }

  private func list(_ size: TerminalSize) -> [Frame.Line] {
    guard let notes else { return [] }
    guard !notes.isEmpty else {
      return [Frame.Line("  No saved words yet. Press n on a word's page to save it.")]
    }
    return viewport.rows(of: notes.count, height: listHeight(in: size)) { index, isSelected in
      let mark = isSelected ? "> " : "  "
      let row = mark + notes[index].word.fitted(to: 16) + " " + notes[index].text
      return MatchedText(row.fitted(to: size.columns))
    }
  }
}
