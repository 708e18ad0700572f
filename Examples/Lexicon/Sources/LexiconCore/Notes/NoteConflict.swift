import Foundation

/// An error that another program changed a note after it was read.
package struct NoteConflict: LocalizedError, Codable, Hashable {
  package let word: String
  /// The currently saved note, or `nil` if it was deleted.
  package let current: Note?

  package init(word: String, current: Note?) {
    self.word = word
    self.current = current
  }

  package var errorDescription: String? {
    guard let current else {
      return "Another program has deleted the note on '\(word)' meanwhile"
    }
    return "Another program has changed the note on '\(word)' meanwhile, to '\(current.text)'"
  }
}
