#if Inspector
import StateJournal
import Testing
import ViewFeature

@testable import StateInspector

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct EntrySummaryJournalTests {
  @Test(arguments: ["a", "é", "語", "😀", "👩‍👩‍👧‍👦", "e\u{301}\u{302}"])
  func aLongTextHasItsStartAndItsEnd(sign: String) throws {
    for count in 0..<600 {
      let text = String((0..<count).map { _ in Character(sign) }) + "."
      let short = text.shortened(toBytes: 400)
      #expect(short.utf8.count <= 400)
      if text.utf8.count <= 400 {
        #expect(short == text)
        continue
      }
      #expect(short.utf8.count > 390)
      // A part of a character may be at the gap, so only scalars are compared.
      let scalars = Array(short.unicodeScalars)
      let gap = try #require(scalars.firstIndex(of: "…"))
      #expect(text.unicodeScalars.starts(with: scalars[..<(gap - 1)]))
      #expect(text.unicodeScalars.reversed().starts(with: scalars[(gap + 2)...].reversed()))
      // Replaced characters would be the trace of a cut within a scalar.
      #expect(!short.unicodeScalars.contains("\u{fffd}"))
    }
  }

  @Test
  func theTextOfAnEntryIsShort() throws {
    let journal = Journal()
    let store = Store(initialState: Shop(), feature: ShopFeature())
    journal.record(store)
    for sign in ["語", "文"] { store.send(.rename(String(repeating: sign, count: 110))) }
    let entry = try #require(journal.entries.last { $0.kind.name == .change })
    #expect(entry.happening.utf8.count > 400)
    #expect(EntrySummary(entry, in: journal).text.utf8.count <= 400)
  }
}
#endif
