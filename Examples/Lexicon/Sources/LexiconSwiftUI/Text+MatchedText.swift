#if canImport(SwiftUI)
import LexiconCore
import SwiftUI

extension Text {
  /// Shows a text with its matches underlined.
  init(_ matched: MatchedText) {
    self = matched.parts.reduce(Text(verbatim: "")) { text, part in
      text + Text(verbatim: part.text).underline(part.isMatch)
    }
  }
}
#endif
