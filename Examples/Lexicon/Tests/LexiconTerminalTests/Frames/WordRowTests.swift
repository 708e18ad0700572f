import LexiconCore
import Testing

@testable import LexiconTerminal

struct WordRowTests {
  private let row = WordRow(
    WordEntry(
      word: "house",
      senses: [
        WordEntry.Sense(partOfSpeech: "noun", definition: "a dwelling for one or more families"),
        WordEntry.Sense(partOfSpeech: "verb", definition: "contain or cover"),
      ]
    )
  )

  @Test func itShowsTheWordAndItsFirstMeaningInColumns() {
    #expect(row.text(columns: 50) == "  house            noun      a dwelling for one o…")
    #expect(row.text(columns: 50, isSelected: true).hasPrefix("> house "))
  }

  @Test(arguments: [40, 64, 65, 200])
  func itIsAsWideAsTheTerminal(columns: Int) {
    #expect(row.text(columns: columns).count == columns)
  }

  @Test func skeletonKeepsTheShapeAndNoLetter() {
    let skeleton = row.redacted.text(columns: 70)
    #expect(skeleton.count == 70)
    #expect(Set(skeleton) == [" ", "░"])
    #expect(skeleton.hasPrefix("  ░░░░░            ░░░░      ░░░"))
  }

  @Test func wordWithoutAMeaningStillHasARow() {
    let row = WordRow(WordEntry(word: "void", senses: []))
    #expect(row.text(columns: 40).hasPrefix("  void   "))
  }
}
