#if canImport(SwiftUI)
import LexiconCore
import SwiftUI

extension Text {
  /// Creates a text whose matches are underlined.
  init(_ matched: MatchedText) {
    self = matched.parts.reduce(Text(verbatim: "")) { text, part in
      text + Text(verbatim: part.text).underline(part.isMatch)
    }
  }
}
#endif
