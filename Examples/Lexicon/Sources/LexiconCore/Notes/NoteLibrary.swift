/// Where saved words are kept, for this app and for others that run at the same time.
package protocol NoteLibrary: Sendable {
  /// All notes, in the order of their words.
  func notes() async throws -> [Note]
  /// The note on a word, if that is saved.
  func note(on word: String) async throws -> Note?
  /// Saves a note in place of the one that was read before, or of none.
  ///
  /// When this returns, the note is kept whatever happens to the process.
  ///
  /// - Throws: ``NoteConflict`` where something else is saved by now; then nothing is changed.
  func save(_ note: Note, over known: Note?) async throws
  /// Deletes a note; one that is not there is no error.
  ///
  /// - Throws: ``NoteConflict`` where the note is another one by now; then nothing is changed.
  func delete(_ note: Note) async throws
}
