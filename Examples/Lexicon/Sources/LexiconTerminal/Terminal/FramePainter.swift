import LexiconCore

/// Turns frames into escape sequences that draw only the difference from the previous frame.
package struct FramePainter: Sendable {
  private static let beginUpdate = "\u{1B}[?2026h"
  private static let endUpdate = "\u{1B}[?2026l"
  private static let reset = "\u{1B}[0m"
  private static let underlined = "4"
  private static let eraseLine = "\u{1B}[K"
  private static let eraseScreen = "\u{1B}[H\u{1B}[J"

  private let usesColor: Bool

  package init(usesColor: Bool) {
    self.usesColor = usesColor
  }

  /// Returns the escape sequences that draw a frame over the previous one, or all of it if there is none.
  ///
  /// Write them at once: terminals that support it show them as a single update.
  package func paint(_ frame: Frame, over previous: Frame?) -> String {
    guard let previous, previous.lines.count == frame.lines.count else {
      return update(Self.eraseScreen + frame.lines.indices.map { line(frame, $0) }.joined())
    }
    let changed = frame.lines.indices.filter { frame.lines[$0] != previous.lines[$0] }
    return changed.isEmpty ? "" : update(changed.map { line(frame, $0) }.joined())
  }

  private func update(_ sequences: String) -> String {
    Self.beginUpdate + sequences + Self.endUpdate
  }

  private func line(_ frame: Frame, _ index: Int) -> String {
    let line = frame.lines[index]
    let text = line.content.parts.map { painted($0, line.style) }.joined()
    // Erased first: erasing after a line as wide as the terminal would remove its last character.
    return "\u{1B}[\(index + 1);1H" + Self.eraseLine + text
  }

  private func painted(_ part: MatchedText.Part, _ style: Frame.Style) -> String {
    let attributes = attributes(of: style) + (part.isMatch ? [Self.underlined] : [])
    guard !attributes.isEmpty else { return part.text }
    return "\u{1B}[" + attributes.joined(separator: ";") + "m" + part.text + Self.reset
  }

  private func attributes(of style: Frame.Style) -> [String] {
    switch style {
    case .plain: []
    case .title: ["1"]
    case .faint: ["2"]
    case .selected: ["7"]
    case .error: [usesColor ? "31" : "1"]
    }
  }
}
