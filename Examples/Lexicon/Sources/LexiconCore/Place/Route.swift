/// Identifies a screen by its content.
package enum Route: Codable, Hashable, Sendable {
  case wordList
  case search
  case details(word: String)
  case savedWords
  case noteEditor(word: String)
}
