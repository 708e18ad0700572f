import StateRecord
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StoreTableTests {
  /// Returns the stores of a journal, after all events until now.
  ///
  /// An unfinished change of another test may hold back events.
  private func stores(of journal: Journal) -> [JournalStore] {
    EventCenter.report()
    return journal.knownStores
  }

  @Test
  func storesThatHaveEndedAreThereAsLongAsTheirEntries() throws {
    let journal = Journal(capacity: 20_000)
    let (first, second) = (FakeStore(Shelf()), FakeStore(Box(1)))
    journal.recordAny(first)
    journal.recordAny(second)
    first.send("open") { first.state.count += 1 }
    #expect(stores(of: journal).map(\.id) == [first.storeID, second.storeID])
    #expect(stores(of: journal).map(\.description.state) == ["Shelf", "Box"])
    #expect(stores(of: journal).allSatisfy { $0.ended == nil })
    second.end()
    #expect(stores(of: journal).last?.ended == journal.entries.last?.number)
    while journal.numbers.gone < (stores(of: journal).last?.ended ?? 0) {
      first.send("open") { first.state.count += 1 }
    }
    #expect(stores(of: journal).map(\.id) == [first.storeID])
  }

  @Test
  func oneThatIsRecordedNoLongerHasEndedWithTheNextEntry() {
    let journal = Journal()
    let (first, second) = (FakeStore(Shelf()), FakeStore(Box(1)))
    journal.recordAny(first)
    journal.recordAny(second)
    journal.stopRecording(second.storeID)
    first.send("open")
    #expect(stores(of: journal).map { $0.ended != nil } == [false, true])
  }
}
