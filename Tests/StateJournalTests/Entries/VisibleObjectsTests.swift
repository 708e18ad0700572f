import Observation
import StateFields
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct VisibleObjectsTests {
  @MainActor @Observable
  final class Room: SnapshotState {
    var open: Box?
    var closed: Box?

    static let snapshotFields = SnapshotFields<Room> {
      SnapshotField("open", child: \.open)
      SnapshotField("closed", child: \.closed).redacted()
    }
  }

  let store = FakeStore(Room())
  let journal = Journal()

  init() { journal.recordAny(store) }

  private var lastText: String { journal.entries.last?.text ?? "" }

  @Test
  func changesBelowARedactedFieldHaveNoValues() {
    let box = Box(1)
    store.state.closed = box
    _ = journal.entries
    box.weight = 4_711
    #expect(lastText.contains("closed.weight"))
    #expect(!lastText.contains("4711"))
    // An object that is also elsewhere isn't secret.
    store.state.open = box
    _ = journal.entries
    box.weight = 4_712
    #expect(lastText.contains("4712"))
    store.state.open = nil
    _ = journal.entries
    box.weight = 4_713
    #expect(!lastText.contains("4713"))
  }

  @Test
  func theBeginningCounts() {
    let box = Box(1)
    let room = Room()
    room.closed = box
    let other = FakeStore(room)
    journal.recordAny(other)
    box.weight = 4_711
    #expect(lastText.contains("closed.weight"))
    #expect(!lastText.contains("4711"))
  }
}
