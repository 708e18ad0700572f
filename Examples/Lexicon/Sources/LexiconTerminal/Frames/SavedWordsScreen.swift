package import LexiconCore
import ScreenStateKit
import ViewFeature

/// All data for the frame of the saved words, as a value.
package struct SavedWordsScreen: Equatable, Sendable {
  /// `nil` until the notes are read.
  package var notes: [Note]?
  package var isDeleting = false
  package var question: QuestionPrompt?
  package var error: String?
  package var viewport = Viewport()

  package init() {}

  @MainActor
  package init(_ state: SavedWordsFeature.State, viewport: Viewport) {
    notes = state.notes
    isDeleting = state.isLoading
    error = state.displayError?.message
    self.viewport = viewport
    question = state.questions.first.map { QuestionPrompt($0) }
  }

  package var selected: Note? { viewport.selected(in: notes ?? []) }

  package func listHeight(in size: TerminalSize) -> Int {
    layout.bodyHeight(in: size)
  }

  package func frame(in size: TerminalSize) -> Frame {
    let frame = layout.frame(in: size, body: list(size))
    if isDeleting { return frame.covered(by: "Deleting…", in: size) }
    return question?.over(frame, in: size) ?? frame
  }

  private var layout: ScreenLayout {
    ScreenLayout(title: "Saved words", status: status, error: error, footer: footer)
  }

  private var status: String {
    guard let notes else { return error == nil ? "Loading…" : "" }
    return notes.count == 1 ? "1 word" : "\(notes.count) words"
  }

  private var footer: String {
    if let question { return question.keys }
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
