import GTKKit
import LexiconCore

/// A word in a list, with its first meaning.
struct WordRow: Equatable {
  let entry: WordEntry
  /// Whether it only stands where a word will be.
  var isPlaceholder = false

  @MainActor
  func makeWidget() -> Widget {
    let word = Label(entry.word).ellipsized().style("word")
    let sense = entry.senses.first
    let meaning = Label(sense?.definition ?? "").ellipsized().style("meaning")
    let kind = Label(sense?.partOfSpeech ?? "").style("kind")
    let title = Box.row(spacing: 8, word, kind)
    let row = Box.column(spacing: 2, title, meaning).style("row")
    guard isPlaceholder else { return row }
    return row.style("skeleton").accessibleName("Loading")
  }
}
