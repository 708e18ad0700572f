/// A saved word, with what its reader wrote about it.
package struct Note: Codable, Hashable, Identifiable, Sendable {
  package let word: String
  /// May be empty: the word is saved all the same.
  package let text: String

  package var id: String { word }

  package init(word: String, text: String) {
    self.word = word
    self.text = text
  }
}
