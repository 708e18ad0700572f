/// The content of a screen that lets no touches through.
struct BlockingProgress: Equatable {
  /// How VoiceOver hears of it.
  enum Announcement: Equatable {
    case text(String)
    /// There is no text: VoiceOver reads the new parts of the screen, which names the indicator.
    case newScreen
  }

  /// The text below the indicator; none if it would be blank.
  let subtitle: String?

  init(subtitle: String?) {
    self.subtitle = subtitle.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  var announcement: Announcement { subtitle.map { .text($0) } ?? .newScreen }
}
