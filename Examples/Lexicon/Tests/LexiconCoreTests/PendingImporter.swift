import LexiconCore

/// An importer that reports progress and ends as the test determines.
final class PendingImporter: WordImporter {
  let imports = PendingAnswers<@Sendable (ImportProgress) async -> Void, Void>()

  func importWords(_ report: @escaping @Sendable (ImportProgress) async -> Void) async throws {
    try await imports.answer(to: report)
  }
}
