/// Where words come from.
package protocol WordProvider: Sendable {
  /// A page of the list of words.
  func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage
  /// The words that a text finds, the best ones first.
  func words(matching text: String, limit: Int) async throws -> WordPage
  /// One word with all its meanings.
  func entry(of word: String) async throws -> WordEntry
}
