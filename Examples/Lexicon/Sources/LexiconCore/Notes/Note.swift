/// A saved word with the reader's note.
package struct Note: Codable, Hashable, Identifiable, Sendable {
  package let word: String
  /// May be empty; the word is saved either way.
  package let text: String

  package var id: String { word }

  package init(word: String, text: String) {
    self.word = word
    self.text = text
  }
}
