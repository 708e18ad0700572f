package import LexiconCore
import ScreenStateKit

/// All data for the frame of one word, as a value.
package struct DetailsScreen: Equatable, Sendable {
  package var word: String
  package var entry: WordEntry?
  package var note: Note?
  package var isLoading = false
  package var error: String?
  /// The number of lines scrolled out at the top.
  package var top = 0
  package var showsExamples = true

  package init(word: String) {
    self.word = word
  }

  @MainActor
  package init(_ state: DetailsFeature.State, top: Int, showsExamples: Bool) {
    word = state.word
    entry = state.entry
    note = state.note
    isLoading = state.isLoading
    error = state.displayError?.message
    self.top = top
    self.showsExamples = showsExamples
  }

  /// Returns the largest scroll offset.
  package func lastTop(in size: TerminalSize) -> Int {
    max(0, body(size).count - layout.bodyHeight(in: size))
  }

  package func height(in size: TerminalSize) -> Int {
    layout.bodyHeight(in: size)
  }

  package func frame(in size: TerminalSize) -> Frame {
    layout.frame(in: size, body: Array(body(size).dropFirst(min(top, lastTop(in: size)))))
  }

  private var layout: ScreenLayout {
    ScreenLayout(title: word, status: status, error: error, footer: footer)
  }

  private var status: String {
    if isLoading { return "Loading…" }
    return note == nil ? "" : "saved"
  }

  private var footer: String {
    if error != nil { return "r retry  escape back  ? help" }
    let note = note == nil ? "n save with a note" : "n change the note"
    return "\(note)  up/down scroll  escape back  ? help  q quit"
  }

  private func body(_ size: TerminalSize) -> [Frame.Line] {
    // A terminal that is too small cuts off the rest.
    let columns = max(10, size.columns)
    let noted = (note?.text ?? "").wrapped(to: columns - 6)
    let note = noted.isEmpty ? [] : ["Note:"] + noted.map { "      " + $0 } + [""]
    let senses = (entry?.senses ?? []).enumerated().flatMap { index, sense in
      "\(index + 1). (\(sense.partOfSpeech)) \(sense.definition)".wrapped(to: columns)
        + (showsExamples ? sense.examples : []).flatMap { example in
          "\"\(example)\"".wrapped(to: columns - 6).map { "      " + $0 }
        }
    }
    return (note + senses).map { Frame.Line($0) }
  }
}
