/// Where saved words are kept.
package protocol NoteLibrary: Sendable {
  /// All notes, in the order of their words.
  func notes() async throws -> [Note]
  /// The note on a word, if that is saved.
  func note(on word: String) async throws -> Note?
  /// Saves a note in place of the one there may be on the same word.
  ///
  /// When this returns, the note is kept whatever happens to the process.
  func save(_ note: Note) async throws
  /// Deletes the note on a word; one that is not there is no error.
  func deleteNote(on word: String) async throws
}
