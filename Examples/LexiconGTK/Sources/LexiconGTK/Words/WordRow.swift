import GTKKit
import LexiconCore

/// A word in a list, with one of its meanings.
struct WordRow: Equatable {
  let match: SearchMatch
  /// Whether it is a placeholder for a word.
  let isPlaceholder: Bool

  init(_ entry: WordEntry, isPlaceholder: Bool) {
    match = SearchMatch(entry, query: "")
    self.isPlaceholder = isPlaceholder
  }

  init(_ match: SearchMatch) {
    self.match = match
    isPlaceholder = false
  }

  @MainActor
  func makeWidget() -> Widget {
    let word = Label(match.word).ellipsized().style("word")
    let meaning = Label(match.meaning).ellipsized().style("meaning")
    let kind = Label(match.partOfSpeech).style("kind")
    let title = Box.row(spacing: 8, word, kind)
    let row = Box.column(spacing: 2, title, meaning).style("row")
    guard isPlaceholder else { return row }
    return row.style("skeleton").accessibleName("Loading")
  }
}
