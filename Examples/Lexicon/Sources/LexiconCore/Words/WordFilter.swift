/// A filter for the word list; an empty property matches all words.
package struct WordFilter: Hashable, Sendable {
  /// The prefix of the words.
  package var prefix: String
  /// A text that the word, a definition, or an example contains.
  package var text: String

  package init(prefix: String = "", text: String = "") {
    self.prefix = prefix
    self.text = text
  }
}
