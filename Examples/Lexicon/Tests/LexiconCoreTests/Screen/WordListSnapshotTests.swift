import LexiconCore
import Testing

struct WordListSnapshotTests {
  @Test func onlyThePlaceholderIsOne() {
    #expect(WordListSnapshot.placeholder.isPlaceholder)
    #expect(!WordListSnapshot.empty.isPlaceholder)
    #expect(!WordListSnapshot(entries: [.sample("word")], total: 1).isPlaceholder)
  }

  @Test func placeholderHasRowsToShow() {
    #expect(!WordListSnapshot.placeholder.entries.isEmpty)
    #expect(WordListSnapshot.placeholder.entries.allSatisfy { $0.senses.count == 1 })
  }
}
