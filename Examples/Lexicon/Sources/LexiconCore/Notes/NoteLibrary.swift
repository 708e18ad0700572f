/// A storage of saved words, which other apps may use at the same time.
package protocol NoteLibrary: Sendable {
  /// Returns all notes, sorted by word.
  func notes() async throws -> [Note]
  /// Returns the note on a word, or `nil` if the word isn't saved.
  func note(on word: String) async throws -> Note?
  /// Saves a note that replaces the known one, or a new note if `known` is `nil`.
  ///
  /// Once this returns, the note survives a crash of the process.
  ///
  /// - Throws: ``NoteConflict`` if the saved note isn't the known one; nothing is changed then.
  func save(_ note: Note, over known: Note?) async throws
  /// Deletes a note; does nothing if it doesn't exist.
  ///
  /// - Throws: ``NoteConflict`` if the saved note has changed; nothing is deleted then.
  func delete(_ note: Note) async throws
}
