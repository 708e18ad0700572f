/// The content of a screen that lets no touches through.
struct BlockingProgress: Equatable {
  /// How VoiceOver hears of it.
  enum Announcement: Equatable {
    case text(String)
    /// There is no text: what is new on the screen is read, which names the indicator.
    case newScreen
  }

  /// The text below the indicator; none if it would be blank.
  let subtitle: String?

  init(subtitle: String?) {
    self.subtitle = subtitle.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  var announcement: Announcement { subtitle.map { .text($0) } ?? .newScreen }
}
