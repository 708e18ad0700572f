/// Stands in for services that are never called, such as those of a recorded session.
package struct Unreachable: WordProvider, NoteLibrary, WordImporter {
  package init() {}

  package func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage {
    throw CancellationError()
  }

  package func words(matching text: String, limit: Int) async throws -> WordPage {
    throw CancellationError()
  }

  package func entry(of word: String) async throws -> WordEntry { throw CancellationError() }
  package func notes() async throws -> [Note] { throw CancellationError() }
  package func note(on word: String) async throws -> Note? { throw CancellationError() }

  package func save(_ note: Note, over known: Note?) async throws { throw CancellationError() }
  package func delete(_ note: Note) async throws { throw CancellationError() }

  package func importWords(
    _ report: @escaping @Sendable (ImportProgress) async -> Void
  ) async throws {
    throw CancellationError()
  }
}
