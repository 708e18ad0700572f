import ScreenStateKit

/// The words that the list shows.
package struct WordListSnapshot: Equatable, Sendable, PlaceholderRepresentable {
  package let entries: [WordEntry]
  /// The total number of words, including those not loaded.
  package let total: Int

  package init(entries: [WordEntry], total: Int) {
    self.entries = entries
    self.total = total
  }

  package static let empty = WordListSnapshot(entries: [], total: 0)

  /// A placeholder for the words; only the lengths of its texts are visible.
  package static let placeholder = WordListSnapshot(
    entries: [11, 6, 8, 5, 9, 7, 10, 6].enumerated().map { index, length in
      WordEntry(
        word: String(repeating: "x", count: length),
        senses: [
          WordEntry.Sense(
            partOfSpeech: "noun",
            definition: String(repeating: "x", count: 24 + index * 13 % 22)
          )
        ]
      )
    },
    total: 0
  )

  package var isPlaceholder: Bool { self == .placeholder }
}
