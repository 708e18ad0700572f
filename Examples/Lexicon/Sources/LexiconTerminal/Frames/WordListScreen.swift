package import LexiconCore
import ScreenStateKit

/// Everything that the word list's frame depends on, as a value.
package struct WordListScreen: Equatable, Sendable {
  package static let smallest = TerminalSize(columns: 40, rows: 10)

  package var snapshot = WordListSnapshot.placeholder
  package var isLoading = false
  package var isLoadingMore = false
  package var canShowLoadmore = false
  package var error: String?
  package var viewport = Viewport()
  package var showsHelp = false

  package init() {}

  @MainActor
  package init(_ state: WordListState, viewport: Viewport, showsHelp: Bool) {
    snapshot = state.snapshot
    isLoading = state.isLoading
    isLoadingMore = state.isLoadingMore
    canShowLoadmore = state.canShowLoadmore
    error = state.displayError?.message
    self.viewport = viewport
    self.showsHelp = showsHelp
  }

  /// The words that can be selected; a skeleton has none.
  package var entries: [WordEntry] { snapshot.isPlaceholder ? [] : snapshot.entries }

  /// The rows after the last word.
  package var trailingRows: Int { canShowLoadmore ? 1 : 0 }

  package func listHeight(in size: TerminalSize) -> Int {
    size.rows - header(size).count - detailHeight(in: size) - 1
  }

  package func frame(in size: TerminalSize) -> Frame {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else {
      return Self.tooSmall(size)
    }
    let bottom = size.rows - 1
    var lines = header(size)
    if showsHelp {
      lines += Self.help.map { Frame.Line($0.truncated(to: size.columns)) }
    } else {
      lines += list(size)
      lines += Self.blank(bottom - detailHeight(in: size) - lines.count)
      lines += detail(size)
    }
    lines += Self.blank(bottom - lines.count)
    lines = Array(lines.prefix(bottom))
    lines.append(Frame.Line(footer.truncated(to: size.columns), .faint))
    return Frame(lines)
  }
}

extension WordListScreen {
  private static let help = [
    "Keys",
    "",
    "  up, down, k, j       select a word",
    "  pageup, pagedown     a screen up or down",
    "  home, end            first or last loaded word; the end loads more",
    "  r                    load the list again, or retry what failed",
    "  d, Escape            dismiss an error",
    "  ?                    this help, and back",
    "  q                    quit",
  ]

  private static func tooSmall(_ size: TerminalSize) -> Frame {
    let text = "Terminal too small: \(size), Lexicon needs \(smallest)"
    return Frame(text.wrapped(to: size.columns).prefix(size.rows).map { Frame.Line($0, .error) })
  }

  private static func blank(_ count: Int) -> [Frame.Line] {
    Array(repeating: Frame.Line(""), count: max(0, count))
  }

  private static func rule(_ size: TerminalSize) -> Frame.Line {
    Frame.Line(String(repeating: "─", count: size.columns), .faint)
  }

  private func header(_ size: TerminalSize) -> [Frame.Line] {
    let title = "Lexicon".fitted(to: max(0, size.columns - status.count)) + status
    // An error may take half of the screen, so that its address is not cut off.
    let message = error.map { "Error: \($0)".wrapped(to: size.columns).prefix(size.rows / 2) } ?? []
    return [Frame.Line(title, .title)] + message.map { Frame.Line($0, .error) } + [Self.rule(size)]
  }

  private var status: String {
    if isLoading { return "Loading…" }
    if snapshot.isPlaceholder { return "" }
    return "\(snapshot.entries.count) of \(snapshot.total) words"
  }

  private var footer: String {
    if showsHelp { return "? back  q quit" }
    if error != nil { return "r retry  d dismiss  ? help  q quit" }
    return "up/down select  r refresh  ? help  q quit"
  }
}

extension WordListScreen {
  private func list(_ size: TerminalSize) -> [Frame.Line] {
    let height = listHeight(in: size)
    if snapshot.isPlaceholder {
      return snapshot.entries.prefix(height).map { entry in
        Frame.Line(WordRow(entry).redacted.text(columns: size.columns), .faint)
      }
    }
    guard !entries.isEmpty else {
      return [Frame.Line("  No words. Press r to load again.")]
    }
    var viewport = viewport
    viewport.fit(count: entries.count, trailing: trailingRows, height: height)
    var rows = entries.indices.dropFirst(viewport.top).prefix(height).map { index in
      let isSelected = index == viewport.selection
      let text = WordRow(entries[index]).text(columns: size.columns, isSelected: isSelected)
      return Frame.Line(text, isSelected ? .selected : .plain)
    }
    if canShowLoadmore, rows.count < height {
      rows.append(Frame.Line(isLoadingMore ? "  Loading more…" : "  More words below", .faint))
    }
    return rows
  }

  private func detailHeight(in size: TerminalSize) -> Int {
    size.rows >= 18 ? 7 : 0
  }

  /// A rule, and below it all meanings of the selected word, as far as they fit.
  private func detail(_ size: TerminalSize) -> [Frame.Line] {
    let height = detailHeight(in: size)
    guard height > 0, !entries.isEmpty else { return [] }
    let entry = entries[min(viewport.selection, entries.count - 1)]
    let lines = entry.senses.flatMap { sense in
      let examples = sense.examples.map { "\"\($0)\"" }.joined(separator: "; ")
      return "\(entry.word) (\(sense.partOfSpeech)): \(sense.definition)".wrapped(to: size.columns)
        + examples.wrapped(to: size.columns - 4).map { "    " + $0 }
    }
    let room = height - 1
    let shown = lines.count > room ? Array(lines.prefix(room - 1)) + ["…"] : lines
    return [Self.rule(size)] + shown.map { Frame.Line($0) }
  }
}
