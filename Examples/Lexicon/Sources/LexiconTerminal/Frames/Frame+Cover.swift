extension Frame {
  /// Returns the frame behind a box with a text, for work in progress or an alert.
  func covered(by text: String, in size: TerminalSize) -> Frame {
    let box = Self.box(text, size)
    let top = max(0, (lines.count - box.count) / 2)
    let behind = lines.map { Line($0.text, .faint) }
    let covered = behind.prefix(top) + box + behind.dropFirst(top + box.count)
    return Frame(Array(covered.prefix(lines.count)))
  }

  private static func box(_ text: String, _ size: TerminalSize) -> [Line] {
    let lines = text.wrapped(to: max(1, size.columns - 6))
    let width = lines.map(\.columns).max() ?? 0
    let edge = String(repeating: "─", count: width + 2)
    let rows =
      ["┌\(edge)┐"] + lines.map { "│ \($0.fitted(to: width)) │" } + ["└\(edge)┘"]
    let margin = String(repeating: " ", count: max(0, (size.columns - width - 4) / 2))
    return rows.map { Line(margin + $0, .title) }
  }
}
