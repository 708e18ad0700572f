/// What is on the terminal at one moment, line by line.
package struct Frame: Equatable, Sendable {
  package enum Style: Equatable, Sendable {
    case plain
    case title
    case faint
    case selected
    case error
  }

  package struct Line: Equatable, Sendable {
    package let text: String
    package let style: Style

    package init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  package var lines: [Line]

  package init(_ lines: [Line]) {
    self.lines = lines
  }
}

extension Frame {
  /// The frame without colours, for a file or a pipe.
  package var plainText: String {
    lines.map { line in
      String(line.text.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  /// The frame as escape sequences that draw it over the one before, without flicker.
  package var escapeSequences: String {
    let drawn = lines.map { line in
      let start = line.style.sequence
      return start.isEmpty ? line.text : start + line.text + "\u{1B}[0m"
    }
    return "\u{1B}[H" + drawn.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J"
  }
}

extension Frame.Style {
  fileprivate var sequence: String {
    switch self {
    case .plain: ""
    case .title: "\u{1B}[1m"
    case .faint: "\u{1B}[2m"
    case .selected: "\u{1B}[7m"
    case .error: "\u{1B}[31m"
    }
  }
}
