package import LexiconCore
import ScreenStateKit
import ViewFeature

/// All data for the frame of the note editor, as a value.
package struct NoteEditorScreen: Equatable, Sendable {
  package var word: String
  /// `nil` until the existing note is read.
  package var text: String?
  package var isBusy = false
  package var question: QuestionPrompt?
  package var error: String?

  package init(word: String) {
    self.word = word
  }

  @MainActor
  package init(_ state: NoteEditorFeature.State) {
    word = state.word
    text = state.text
    isBusy = state.isLoading || state.isSaved
    question = state.alert.map { QuestionPrompt($0) }
    error = state.displayError?.message
  }

  package func frame(in size: TerminalSize) -> Frame {
    let frame = layout.frame(in: size, body: lines(size))
    if isBusy { return frame.covered(by: text == nil ? "Loading…" : "Saving…", in: size) }
    return question?.over(frame, in: size) ?? frame
  }

  private var layout: ScreenLayout {
    ScreenLayout(title: "Note on \(word)", error: error, footer: footer)
  }

  private var footer: String {
    if text == nil { return "enter retry  escape back" }
    if let question { return question.keys }
    return "type your note  enter save  escape back without saving"
  }

  /// Returns the visible lines, which always include the end of the text, where the reader types.
  private func lines(_ size: TerminalSize) -> [Frame.Line] {
    guard let text else { return [] }
    let lines = (text + "█").cut(to: max(1, size.columns))
    return lines.suffix(layout.bodyHeight(in: size)).map { Frame.Line($0) }
  }
}
