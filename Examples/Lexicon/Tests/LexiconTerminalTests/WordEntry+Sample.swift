import LexiconCore

extension [WordEntry] {
  /// Returns words named after their indices.
  static func sample(_ count: Int, from start: Int = 0) -> [WordEntry] {
    (start..<start + count).map { index in
      let word = "word\(index)"
      return WordEntry(
        word: word,
        senses: [
          WordEntry.Sense(
            partOfSpeech: "noun",
            definition: "a meaning of \(word)",
            examples: ["an example of \(word)", "another example"]
          ),
          WordEntry.Sense(partOfSpeech: "verb", definition: "another meaning of \(word)"),
        ]
      )
    }
  }
}
