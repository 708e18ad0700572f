/// A source of words.
package protocol WordProvider: Sendable {
  /// Returns a page of the word list.
  func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage
  /// Returns the words that match a text, the best matches first.
  func words(matching text: String, limit: Int) async throws -> WordPage
  /// Returns a word with all its meanings.
  func entry(of word: String) async throws -> WordEntry
}
