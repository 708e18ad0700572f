import LexiconCore

/// A provider whose requests wait until the test answers them, in any order.
final class PendingProvider: WordProvider {
  /// The parameters of a page request.
  struct PageRequest: Sendable {
    let filter: WordFilter
    let offset: Int
    let limit: Int
  }

  let pages = PendingAnswers<PageRequest, WordPage>()
  let searches = PendingAnswers<String, WordPage>()
  let entries = PendingAnswers<String, WordEntry>()

  func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage {
    try await pages.answer(to: PageRequest(filter: filter, offset: offset, limit: limit))
  }

  func words(matching text: String, limit: Int) async throws -> WordPage {
    try await searches.answer(to: text)
  }

  func entry(of word: String) async throws -> WordEntry {
    try await entries.answer(to: word)
  }
}
