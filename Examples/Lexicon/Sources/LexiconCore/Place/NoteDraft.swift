/// An unsaved note.
package struct NoteDraft: Codable, Hashable, Sendable {
  package let word: String
  package let text: String
  /// The note that the text replaces.
  package let known: Note?
}
