import LexiconCore

/// The destination of a screen's navigation.
enum Navigation: Equatable, Sendable {
  /// To the words, or to the screens that were open when the app ended.
  case start
  case open(Route)
  case back
  case quit
}
