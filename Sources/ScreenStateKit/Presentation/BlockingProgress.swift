/// The content of an overlay that blocks touches.
struct BlockingProgress: Equatable {
  /// The way VoiceOver announces the overlay.
  enum Announcement: Equatable {
    case text(String)
    /// Without text, VoiceOver reads the new elements of the screen, including the indicator.
    case newScreen
  }

  /// The text below the indicator, or `nil` if it would be blank.
  let subtitle: String?

  init(subtitle: String?) {
    self.subtitle = subtitle.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  var announcement: Announcement { subtitle.map { .text($0) } ?? .newScreen }
}
