import LexiconCore

extension NoteLibrary {
  /// Saves a note over the currently saved one.
  func save(_ note: Note) async throws {
    try await save(note, over: try await self.note(on: note.word))
  }
}
