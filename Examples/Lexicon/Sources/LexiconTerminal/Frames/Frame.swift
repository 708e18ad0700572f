package import LexiconCore

/// The content of the terminal at one moment, line by line.
package struct Frame: Equatable, Sendable {
  package enum Style: Equatable, Sendable {
    case plain
    case title
    case faint
    case selected
    case error
  }

  package struct Line: Equatable, Sendable {
    /// The text; matches stand out in any style.
    package let content: MatchedText
    package let style: Style

    package var text: String { content.text }

    /// Creates a line; control characters are replaced by their Unicode pictures.
    package init(_ content: MatchedText, _ style: Style = .plain) {
      self.content = content.withPicturesOfControls
      self.style = style
    }

    package init(_ text: String, _ style: Style = .plain) {
      self.init(MatchedText(text), style)
    }
  }

  package var lines: [Line]

  package init(_ lines: [Line]) {
    self.lines = lines
  }
}

extension Frame {
  /// The frame without colors, for a file or a pipe.
  package var plainText: String {
    lines.map { line in
      String(line.text.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}

extension MatchedText {
  fileprivate var withPicturesOfControls: MatchedText {
    MatchedText(parts.map { Part($0.text.withPicturesOfControls, isMatch: $0.isMatch) })
  }
}

extension String {
  fileprivate var withPicturesOfControls: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return self
    }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.pictureOfControl)))
  }
}

extension Unicode.Scalar {
  fileprivate var pictureOfControl: Unicode.Scalar {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? self
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    default: self
    }
  }
}
