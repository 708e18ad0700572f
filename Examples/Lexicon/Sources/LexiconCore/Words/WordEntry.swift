/// A word with its meanings.
package struct WordEntry: Codable, Hashable, Identifiable, Sendable {
  /// One meaning of a word.
  package struct Sense: Codable, Hashable, Sendable {
    package let partOfSpeech: String
    package let definition: String
    package let examples: [String]

    package init(partOfSpeech: String, definition: String, examples: [String] = []) {
      self.partOfSpeech = partOfSpeech
      self.definition = definition
      self.examples = examples
    }
  }

  package let word: String
  package let senses: [Sense]

  package var id: String { word }

  package init(word: String, senses: [Sense]) {
    self.word = word
    self.senses = senses
  }
}
