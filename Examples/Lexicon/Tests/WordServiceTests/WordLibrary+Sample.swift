@testable import WordService

extension WordLibrary {
  static let sample = WordLibrary(words: [
    word("apple", "a red fruit"),
    word("apply", "put to use", example: "He applied a new Method"),
    word("banana", "a yellow fruit"),
  ])

  static func word(_ word: String, _ definition: String, example: String? = nil) -> StoredWord {
    let examples = example.map { [$0] } ?? []
    let sense = StoredWord.Sense(
      partOfSpeech: "noun",
      definition: definition,
      examples: examples
    )
    return StoredWord(word: word, senses: [sense])
  }
}
