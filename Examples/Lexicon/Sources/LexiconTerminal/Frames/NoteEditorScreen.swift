import Foundation
package import LexiconCore
import ScreenStateKit

/// Everything that the frame of the note editor depends on, as a value.
package struct NoteEditorScreen: Equatable, Sendable {
  package var word: String
  /// Nothing until it is known whether there is a note already.
  package var text: String?
  package var isBusy = false
  package var conflict: NoteConflict?
  package var error: String?

  package init(word: String) {
    self.word = word
  }

  @MainActor
  package init(_ state: NoteEditorFeature.State) {
    word = state.word
    text = state.text
    isBusy = state.isLoading || state.isSaved
    conflict = state.conflict
    error = state.displayError?.message
  }

  package func frame(in size: TerminalSize) -> Frame {
    let frame = layout.frame(in: size, body: lines(size))
    if isBusy { return frame.covered(by: text == nil ? "Loading…" : "Saving…", in: size) }
    guard let conflict else { return frame }
    // A long note must not hide the keys.
    let question = conflict.localizedDescription.truncated(to: max(1, 2 * size.columns))
    return frame.covered(by: question, in: size)
  }

  private var layout: ScreenLayout {
    ScreenLayout(title: "Note on \(word)", error: error, footer: footer)
  }

  private var footer: String {
    if text == nil { return "enter retry  escape back" }
    if conflict != nil { return "o save yours  t take the other  escape go on writing" }
    return "type your note  enter save  escape back without saving"
  }

  /// The end of the text, where it is written, is always seen.
  private func lines(_ size: TerminalSize) -> [Frame.Line] {
    guard let text else { return [] }
    let lines = (text + "█").cut(to: max(1, size.columns))
    return lines.suffix(layout.bodyHeight(in: size)).map { Frame.Line($0) }
  }
}
