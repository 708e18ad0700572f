/// Where words come from, a page at a time.
package protocol WordProvider: Sendable {
  func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage
}
