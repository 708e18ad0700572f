import LexiconCore

/// Stands for the services of a recorded session, which nobody asks again.
struct Unreachable: WordProvider, NoteLibrary, WordImporter {
  func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage {
    throw CancellationError()
  }

  func words(matching text: String, limit: Int) async throws -> WordPage {
    throw CancellationError()
  }

  func entry(of word: String) async throws -> WordEntry { throw CancellationError() }
  func notes() async throws -> [Note] { throw CancellationError() }
  func note(on word: String) async throws -> Note? { throw CancellationError() }
  func save(_ note: Note, over known: Note?) async throws { throw CancellationError() }
  func delete(_ note: Note) async throws { throw CancellationError() }

  func importWords(
    _ report: @escaping @Sendable (ImportProgress) async -> Void
  ) async throws {
    throw CancellationError()
  }
}
