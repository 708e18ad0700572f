import LexiconCore

/// An importer that reports what the test says, and ends when the test wants.
final class PendingImporter: WordImporter {
  let imports = PendingAnswers<@Sendable (ImportProgress) async -> Void, Void>()

  func importWords(_ report: @escaping @Sendable (ImportProgress) async -> Void) async throws {
    try await imports.answer(to: report)
  }
}
