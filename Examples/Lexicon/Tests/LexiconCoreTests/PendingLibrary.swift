import LexiconCore

/// A library whose calls wait until the test answers them, in any order.
final class PendingLibrary: NoteLibrary {
  struct Saving: Equatable {
    let note: Note
    let known: Note?
  }

  let lists = PendingAnswers<Void, [Note]>()
  let readings = PendingAnswers<String, Note?>()
  let savings = PendingAnswers<Saving, Void>()
  let deletions = PendingAnswers<Note, Void>()

  func notes() async throws -> [Note] {
    try await lists.answer(to: ())
  }

  func note(on word: String) async throws -> Note? {
    try await readings.answer(to: word)
  }

  func save(_ note: Note, over known: Note?) async throws {
    try await savings.answer(to: Saving(note: note, known: known))
  }

  func delete(_ note: Note) async throws {
    try await deletions.answer(to: note)
  }
}
