extension Character {
  /// The number of terminal columns that the character occupies.
  var columns: Int {
    // A fast path for most characters: the code below dominates the time to draw a frame.
    if isASCII { return 1 }
    guard let first = unicodeScalars.first else { return 0 }
    if first.isWide || unicodeScalars.contains(where: \.isEmojiSelector) { return 2 }
    // Accents and other combining characters belong to the previous character, even at the start of a text.
    return unicodeScalars.allSatisfy(\.isCombining) ? 0 : 1
  }
}

extension Unicode.Scalar {
  /// Selects the emoji presentation of the previous character.
  fileprivate var isEmojiSelector: Bool { value == 0xFE0F }

  fileprivate var isCombining: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// Whether the scalar is wide or fullwidth according to Unicode Standard Annex #11.
  fileprivate var isWide: Bool {
    properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    // Hangul Jamo, radicals and punctuation, kana, ideographs, Yi, Hangul.
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    // Vertical and fullwidth forms.
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    // Tangut, kana, and ideographs of the supplementary planes.
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
