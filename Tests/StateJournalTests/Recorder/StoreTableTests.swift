import StateRecord
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StoreTableTests {
  @Test
  func storesThatHaveEndedAreThereAsLongAsTheirEntries() throws {
    let journal = Journal(capacity: 20_000)
    let (first, second) = (FakeStore(Shelf()), FakeStore(Box(1)))
    journal.recordAny(first)
    journal.recordAny(second)
    first.send("open") { first.state.count += 1 }
    #expect(journal.knownStores.map(\.id) == [first.storeID, second.storeID])
    #expect(journal.knownStores.map(\.description.state) == ["Shelf", "Box"])
    #expect(journal.knownStores.allSatisfy { $0.ended == nil })
    second.end()
    #expect(journal.knownStores.last?.ended == journal.entries.last?.number)
    while journal.numbers.gone < (journal.knownStores.last?.ended ?? 0) {
      first.send("open") { first.state.count += 1 }
    }
    #expect(journal.knownStores.map(\.id) == [first.storeID])
  }

  @Test
  func oneThatIsRecordedNoLongerHasEndedWithTheNextEntry() {
    let journal = Journal()
    let (first, second) = (FakeStore(Shelf()), FakeStore(Box(1)))
    journal.recordAny(first)
    journal.recordAny(second)
    journal.stopRecording(second.storeID)
    first.send("open")
    #expect(journal.knownStores.map { $0.ended != nil } == [false, true])
  }
}
