import LexiconCore

extension MatchedText {
  var columns: Int { parts.reduce(0) { $0 + $1.text.columns } }

  static func + (first: MatchedText, second: MatchedText) -> MatchedText {
    MatchedText(first.parts + second.parts)
  }

  /// Returns the text, truncated or padded to a number of columns.
  func fitted(to columns: Int) -> MatchedText {
    let text = truncated(to: columns)
    let blank = String(repeating: " ", count: max(0, columns - text.columns))
    return text + MatchedText(blank)
  }

  /// Returns the text, truncated with an ellipsis if it doesn't fit.
  func truncated(to columns: Int) -> MatchedText {
    guard self.columns > columns else { return self }
    return columns > 0 ? prefix(columns: columns - 1) + MatchedText("…") : MatchedText("")
  }

  /// Returns the longest prefix that fits into a number of columns.
  private func prefix(columns: Int) -> MatchedText {
    var rest = columns
    var shown: [Part] = []
    for part in parts {
      let text = part.text.prefix(columns: rest)
      shown.append(Part(String(text), isMatch: part.isMatch))
      guard text.endIndex == part.text.endIndex else { break }
      rest -= text.columns
    }
    return MatchedText(shown)
  }
}
