import LexiconCore

/// A word in one line: the word, its part of speech and what it means first.
struct WordRow: Equatable {
  private var word: String
  private var partOfSpeech: String
  private var definition: String

  init(_ entry: WordEntry) {
    word = entry.word
    partOfSpeech = entry.senses.first?.partOfSpeech ?? ""
    definition = entry.senses.first?.definition ?? ""
  }

  /// The row as a skeleton shows it: the shape of the texts, not the texts.
  var redacted: WordRow {
    var row = self
    for text in [\WordRow.word, \.partOfSpeech, \.definition] {
      row[keyPath: text] = String(repeating: "░", count: row[keyPath: text].columns)
    }
    return row
  }

  func text(columns: Int, isSelected: Bool = false) -> String {
    let start = (isSelected ? "> " : "  ") + word.fitted(to: 16) + " " + partOfSpeech.fitted(to: 10)
    return (start + definition).fitted(to: columns)
  }
}
