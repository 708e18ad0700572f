/// A part of the words that match a filter.
package struct WordPage: Codable, Hashable, Sendable {
  /// How many matching words come before this page.
  package let offset: Int
  /// How many words match in all.
  package let total: Int
  package let words: [WordEntry]

  package init(offset: Int, total: Int, words: [WordEntry]) {
    self.offset = offset
    self.total = total
    self.words = words
  }
}
