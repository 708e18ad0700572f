/// Which words a list shows; an empty part does not narrow it.
package struct WordFilter: Hashable, Sendable {
  /// Words that begin with this.
  package var prefix: String
  /// Words that have this in themselves, in a definition or in an example.
  package var text: String

  package init(prefix: String = "", text: String = "") {
    self.prefix = prefix
    self.text = text
  }
}
