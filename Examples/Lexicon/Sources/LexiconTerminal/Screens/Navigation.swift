/// Where a screen leads to.
enum Navigation: Equatable, Sendable {
  case open(Route)
  case back
  case quit
}

/// A screen, by what is on it.
enum Route: Equatable, Sendable {
  case wordList
  case search
  case details(word: String)
  case savedWords
  case noteEditor(word: String)
}
