/// The layout shared by all screens: a title with a status, the error if there is one, and the keys.
struct ScreenLayout: Equatable {
  static let smallest = TerminalSize(columns: 40, rows: 10)

  var title: String
  var status = ""
  var error: String?
  var footer: String

  /// Returns the number of lines between the header and the footer.
  func bodyHeight(in size: TerminalSize) -> Int {
    max(0, size.rows - header(size).count - 1)
  }

  /// Returns the screen with a body, which is truncated or padded to fit.
  func frame(in size: TerminalSize, body: [Frame.Line]) -> Frame {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else {
      return Self.tooSmall(size)
    }
    let height = bodyHeight(in: size)
    let shown = body.prefix(height).map {
      Frame.Line($0.content.truncated(to: size.columns), $0.style)
    }
    let blank = Array(repeating: Frame.Line(""), count: max(0, height - body.count))
    let keys = Frame.Line(footer.truncated(to: size.columns), .faint)
    return Frame(header(size) + shown + blank + [keys])
  }

  private func header(_ size: TerminalSize) -> [Frame.Line] {
    let title = title.fitted(to: max(0, size.columns - status.columns)) + status
    // An error may take half of the screen, so that its address isn't cut off.
    let message = error.map { "Error: \($0)".wrapped(to: size.columns).prefix(size.rows / 2) } ?? []
    return [Frame.Line(title.truncated(to: size.columns), .title)]
      + message.map { Frame.Line($0, .error) } + [.rule(size)]
  }

  private static func tooSmall(_ size: TerminalSize) -> Frame {
    let text = "Terminal too small: \(size), Lexicon needs \(smallest)"
    return Frame(text.wrapped(to: size.columns).prefix(size.rows).map { Frame.Line($0, .error) })
  }
}

extension Frame.Line {
  static func rule(_ size: TerminalSize) -> Frame.Line {
    Frame.Line(String(repeating: "─", count: size.columns), .faint)
  }
}
