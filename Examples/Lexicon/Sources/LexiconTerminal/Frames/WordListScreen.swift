package import LexiconCore
import ScreenStateKit

/// All data for the frame of the word list, as a value.
package struct WordListScreen: Equatable, Sendable {
  package var snapshot = WordListSnapshot.placeholder
  package var isLoading = false
  package var isLoadingMore = false
  package var canShowLoadmore = false
  package var error: String?
  package var marked: [String] = []
  package var canUndo = false
  package var viewport = Viewport()

  package init() {}

  @MainActor
  package init(_ state: WordListState, viewport: Viewport) {
    snapshot = state.snapshot
    isLoading = state.isLoading
    isLoadingMore = state.isLoadingMore
    canShowLoadmore = state.canShowLoadmore
    error = state.displayError?.message
    self.viewport = viewport
  }

  /// The selectable words; empty while the list shows a placeholder.
  package var entries: [WordEntry] { snapshot.isPlaceholder ? [] : snapshot.entries }

  package var selected: WordEntry? { viewport.selected(in: entries) }

  /// The number of rows after the last word.
  package var trailingRows: Int { canShowLoadmore ? 1 : 0 }

  package func listHeight(in size: TerminalSize) -> Int {
    layout.bodyHeight(in: size) - detailHeight(in: size)
  }

  package func frame(in size: TerminalSize) -> Frame {
    layout.frame(in: size, body: list(size) + detail(size))
  }

  private var layout: ScreenLayout {
    ScreenLayout(title: "Lexicon", status: status, error: error, footer: footer)
  }

  private var status: String {
    if isLoading { return "Loading…" }
    if snapshot.isPlaceholder { return "" }
    return "\(snapshot.entries.count) of \(snapshot.total) words"
  }

  private var footer: String {
    if error != nil { return "r retry  d dismiss  ? help  q quit" }
    let undo = canUndo ? "  u undo" : ""
    return "enter open  / search  s saved\(undo)  r refresh  ? help  q quit"
  }
}

extension WordListScreen {
  /// Returns the rows of the list, padded with blank rows up to the meanings.
  private func list(_ size: TerminalSize) -> [Frame.Line] {
    let height = listHeight(in: size)
    let rows = rows(size, height: height)
    return rows + Array(repeating: Frame.Line(""), count: max(0, height - rows.count))
  }

  private func rows(_ size: TerminalSize, height: Int) -> [Frame.Line] {
    if snapshot.isPlaceholder {
      return snapshot.entries.prefix(height).map { entry in
        Frame.Line(WordRow(entry).redacted.text(columns: size.columns), .faint)
      }
    }
    guard !entries.isEmpty else {
      return [Frame.Line("  No words. Press r to load again.")]
    }
    var rows = viewport.rows(of: entries.count, trailing: trailingRows, height: height) {
      WordRow(entries[$0], isMarked: marked.contains(entries[$0].word))
        .text(columns: size.columns, isSelected: $1)
    }
    if canShowLoadmore, rows.count < height {
      rows.append(Frame.Line(isLoadingMore ? "  Loading more…" : "  More words below", .faint))
    }
    return rows
  }

  private func detailHeight(in size: TerminalSize) -> Int {
    size.rows >= 18 ? 7 : 0
  }

  /// Returns a rule and the meanings of the selected word, as far as they fit.
  private func detail(_ size: TerminalSize) -> [Frame.Line] {
    let height = detailHeight(in: size)
    guard height > 0, let entry = selected else { return [] }
    let lines = entry.senses.flatMap { sense in
      let examples = sense.examples.map { "\"\($0)\"" }.joined(separator: "; ")
      return "\(entry.word) (\(sense.partOfSpeech)): \(sense.definition)".wrapped(to: size.columns)
        + examples.wrapped(to: size.columns - 4).map { "    " + $0 }
    }
    let room = height - 1
    let shown = lines.count > room ? Array(lines.prefix(room - 1)) + ["…"] : lines
    return [.rule(size)] + shown.map { Frame.Line($0) }
  }
}
