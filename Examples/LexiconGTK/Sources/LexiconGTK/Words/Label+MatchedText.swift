import GTKKit
import LexiconCore

extension Label {
  /// Creates a label whose matches are underlined.
  convenience init(_ matched: MatchedText) {
    self.init(matched.text)
    var start = 0
    for part in matched.parts {
      let end = start + part.text.utf8.count
      if part.isMatch {
        underline(start..<end)
      }
      start = end
    }
  }
}
