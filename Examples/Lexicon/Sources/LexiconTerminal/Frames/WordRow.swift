import LexiconCore

/// A word in one line: the word, its part of speech, and one of its meanings.
struct WordRow: Equatable {
  private var word: MatchedText
  private var partOfSpeech: String
  private var meaning: MatchedText
  private var isMarked = false

  init(_ entry: WordEntry, isMarked: Bool = false) {
    self.init(SearchMatch(entry, query: ""))
    self.isMarked = isMarked
  }

  init(_ match: SearchMatch) {
    word = match.word
    partOfSpeech = match.partOfSpeech
    meaning = match.meaning
  }

  /// The row of a placeholder, which shows the shape of the texts instead of the texts.
  var redacted: WordRow {
    var row = self
    row.word = MatchedText(Self.redacted(word.text))
    row.partOfSpeech = Self.redacted(partOfSpeech)
    row.meaning = MatchedText(Self.redacted(meaning.text))
    return row
  }

  func text(columns: Int, isSelected: Bool = false) -> MatchedText {
    let mark = MatchedText(isSelected ? "> " : "  ")
    let kind = MatchedText((isMarked ? "*" : " ") + partOfSpeech.fitted(to: 10))
    return (mark + word.fitted(to: 16) + kind + meaning).fitted(to: columns)
  }

  private static func redacted(_ text: String) -> String {
    String(repeating: "░", count: text.columns)
  }
}
