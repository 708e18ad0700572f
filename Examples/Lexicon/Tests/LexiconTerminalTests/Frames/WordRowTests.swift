import LexiconCore
import Testing

@testable import LexiconTerminal

struct WordRowTests {
  private let entry = WordEntry(
    word: "house",
    senses: [
      WordEntry.Sense(partOfSpeech: "noun", definition: "a dwelling for one or more families"),
      WordEntry.Sense(partOfSpeech: "verb", definition: "contain or cover"),
    ]
  )

  private var row: WordRow { WordRow(entry) }

  @Test func itShowsTheWordAndItsFirstMeaningInColumns() {
    #expect(row.text(columns: 50).text == "  house            noun      a dwelling for one o…")
    #expect(row.text(columns: 50, isSelected: true).text.hasPrefix("> house "))
  }

  @Test(arguments: [40, 64, 65, 200])
  func itIsAsWideAsTheTerminal(columns: Int) {
    #expect(row.text(columns: columns).text.count == columns)
  }

  @Test func matchesKeepTheirPlace() {
    let row = WordRow(SearchMatch(entry, query: "o"))
    let text = row.text(columns: 43)
    #expect(text.text == self.row.text(columns: 43).text)
    #expect(text.parts.filter(\.isMatch).count == 2)
    #expect(text.parts[1] == .init("o", isMatch: true))
    #expect(row.text(columns: 70).parts.filter(\.isMatch).count == 5)
  }

  @Test func skeletonOfAMatchHasNone() {
    #expect(WordRow(SearchMatch(entry, query: "o")).redacted == row.redacted)
  }

  @Test func skeletonKeepsTheShapeAndNoLetter() {
    let skeleton = row.redacted.text(columns: 70).text
    #expect(skeleton.count == 70)
    #expect(Set(skeleton) == [" ", "░"])
    #expect(skeleton.hasPrefix("  ░░░░░            ░░░░      ░░░"))
  }

  @Test func wordWithoutAMeaningStillHasARow() {
    let row = WordRow(WordEntry(word: "void", senses: []))
    #expect(row.text(columns: 40).text.hasPrefix("  void   "))
  }
}
