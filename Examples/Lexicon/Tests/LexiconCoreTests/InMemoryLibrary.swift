import LexiconCore

/// A library that exists only during the test.
actor InMemoryLibrary: NoteLibrary {
  private var texts: [String: String] = [:]

  func notes() -> [Note] {
    texts.map { Note(word: $0.key, text: $0.value) }.sorted { $0.word < $1.word }
  }

  func note(on word: String) -> Note? {
    texts[word].map { Note(word: word, text: $0) }
  }

  func save(_ note: Note, over known: Note?) {
    texts[note.word] = note.text
  }

  func delete(_ note: Note) {
    texts[note.word] = nil
  }
}
