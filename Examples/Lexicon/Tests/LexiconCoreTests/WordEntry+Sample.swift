import LexiconCore

extension WordEntry {
  static func sample(_ word: String) -> WordEntry {
    WordEntry(word: word, senses: [Sense(partOfSpeech: "noun", definition: "the word \(word)")])
  }
}

extension WordPage {
  /// Returns a page of words named after their offsets.
  static func sample(
    _ name: String = "word",
    from offset: Int,
    count: Int,
    of total: Int
  )
    -> WordPage
  {
    WordPage(
      offset: offset,
      total: total,
      words: (offset..<offset + count).map { .sample("\(name) \($0)") }
    )
  }
}
