import LexiconCore

/// Where a screen leads to.
enum Navigation: Equatable, Sendable {
  /// To the words, or to what was open when the app ended.
  case start
  case open(Route)
  case back
  case quit
}
