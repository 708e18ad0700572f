import LexiconCore

/// A library whose uses wait until the test answers them, in the order it wants.
final class PendingLibrary: NoteLibrary {
  let lists = PendingAnswers<Void, [Note]>()
  let readings = PendingAnswers<String, Note?>()
  let savings = PendingAnswers<Note, Void>()
  let deletions = PendingAnswers<String, Void>()

  func notes() async throws -> [Note] {
    try await lists.answer(to: ())
  }

  func note(on word: String) async throws -> Note? {
    try await readings.answer(to: word)
  }

  func save(_ note: Note) async throws {
    try await savings.answer(to: note)
  }

  func deleteNote(on word: String) async throws {
    try await deletions.answer(to: word)
  }
}
