/// A page of the words that match a filter.
package struct WordPage: Codable, Hashable, Sendable {
  /// The number of matching words before this page.
  package let offset: Int
  /// The total number of matching words.
  package let total: Int
  package let words: [WordEntry]

  package init(offset: Int, total: Int, words: [WordEntry]) {
    self.offset = offset
    self.total = total
    self.words = words
  }
}
