@testable import WordService

extension WordLibrary {
  static let sample = WordLibrary(words: [
    word("apple", "a red fruit"),
    word("apply", "put to use", example: "He applied a new Method"),
    word("banana", "a yellow fruit"),
  ])

  private static func word(
    _ word: String,
    _ definition: String,
    example: String? = nil
  )
    -> StoredWord
  {
    StoredWord(
      word: word,
      senses: [
        StoredWord.Sense(
          partOfSpeech: "noun",
          definition: definition,
          examples: example.map { [$0] } ?? []
        )
      ]
    )
  }
}
