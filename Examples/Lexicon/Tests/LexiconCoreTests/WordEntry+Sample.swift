import LexiconCore

extension WordEntry {
  static func sample(_ word: String) -> WordEntry {
    WordEntry(word: word, senses: [Sense(partOfSpeech: "noun", definition: "the word \(word)")])
  }
}

extension WordPage {
  /// A page of words that are named after their places.
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
