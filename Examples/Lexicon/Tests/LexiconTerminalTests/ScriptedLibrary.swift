import Foundation
import LexiconCore

/// An in-memory library; the calls with the given numbers fail.
actor ScriptedLibrary: NoteLibrary {
  struct Failure: LocalizedError {
    let errorDescription: String? = "the database is locked"
  }

  private var texts: [String: String]
  private let failing: Set<Int>
  private var count = 0

  init(_ texts: [String: String] = [:], failing: Set<Int> = []) {
    self.texts = texts
    self.failing = failing
  }

  func notes() throws -> [Note] {
    try countUse()
    return texts.map { Note(word: $0.key, text: $0.value) }.sorted { $0.word < $1.word }
  }

  func note(on word: String) throws -> Note? {
    try countUse()
    return texts[word].map { Note(word: word, text: $0) }
  }

  func save(_ note: Note, over known: Note?) throws {
    try countUse()
    try check(note.word, is: known)
    texts[note.word] = note.text
  }

  func delete(_ note: Note) throws {
    try countUse()
    try check(note.word, is: note)
    texts[note.word] = nil
  }

  /// Saves or deletes a note as another program would.
  func change(_ word: String, to text: String?) {
    texts[word] = text
  }

  private func check(_ word: String, is known: Note?) throws {
    guard texts[word] != known?.text else { return }
    throw NoteConflict(word: word, current: texts[word].map { Note(word: word, text: $0) })
  }

  private func countUse() throws {
    count += 1
    if failing.contains(count) { throw Failure() }
  }
}
