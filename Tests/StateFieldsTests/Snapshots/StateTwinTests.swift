import Observation
import StateCore
import Testing

@testable import StateFields

@MainActor
@Suite struct StateTwinTests {
  @MainActor @Observable final class Row: SnapshotState {
    let id: Int
    var title: String
    var note: Note?

    init(id: Int, title: String = "") {
      self.id = id
      self.title = title
    }

    static let snapshotFields = SnapshotFields<Row> {
      SnapshotField("id", \.id)
      SnapshotField("title", \.title)
      SnapshotField("note", child: \.note)
    }

    func makeEmptyCopy() -> Row? { Row(id: id) }
  }

  /// A state without `makeEmptyCopy()`.
  @MainActor @Observable final class Note: SnapshotState {
    var text: String

    init(_ text: String) {
      self.text = text
    }

    static let snapshotFields = SnapshotFields<Note> { SnapshotField("text", \.text) }
  }

  @MainActor @Observable final class List: SnapshotState {
    var count = 0
    var scroll = 0
    let id: Int
    var rows: [Row] = []
    var byID: [Int: Row] = [:]

    init(id: Int = 0) {
      self.id = id
    }

    static let snapshotFields = SnapshotFields<List> {
      SnapshotField("count", \.count)
      SnapshotField("scroll", \.scroll).transient()
      SnapshotField("id", \.id)
      SnapshotField("rows", children: \.rows)
      SnapshotField("byID", children: \.byID)
    }
  }

  private let list = List()
  private let second = List()

  private func makeTwin() -> StateTwin { StateTwin(second, of: list) }

  private func failure(_ body: () throws(StateTwin.Failure) -> Void) -> String? {
    do throws(StateTwin.Failure) { try body() } catch { return error.text }
    return nil
  }

  @Test func theSecondObjectGetsTheValuesAndChildrenOfItsOwn() throws {
    let twin = makeTwin()
    list.count = 3
    list.scroll = 4
    list.rows = [Row(id: 1, title: "a"), Row(id: 2, title: "b")]
    list.byID = [7: Row(id: 7, title: "c")]
    try twin.bring(to: list.snapshot())
    #expect(second.snapshot() == list.snapshot())
    #expect(second.scroll == 4)
    #expect(zip(list.rows, second.rows).allSatisfy { $0 !== $1 })
    #expect(second.byID[7] !== list.byID[7])
    #expect(twin.sharedObject(with: list.snapshot()) == nil)
  }

  @Test func theFirstObjectIsNotWrittenTo() throws {
    let twin = makeTwin()
    let start = list.snapshot()
    list.rows = [Row(id: 1, title: "a")]
    try twin.bring(to: list.snapshot())
    let isWritten = Flag()
    withObservationTracking {
      _ = list.snapshot()
    } onChange: {
      isWritten.raise()
    }
    second.rows[0].title = "b"
    try twin.bring(to: start)
    try twin.bring(to: list.snapshot())
    #expect(!isWritten.isRaised)
    #expect(second.rows[0].title == "a")
  }

  @Test func childrenKeepTheirPartners() throws {
    let twin = makeTwin()
    list.rows = [Row(id: 1), Row(id: 2)]
    try twin.bring(to: list.snapshot())
    let rows = second.rows
    list.rows = [list.rows[1], Row(id: 3), list.rows[0]]
    try twin.bring(to: list.snapshot())
    #expect(second.rows.map(\.id) == [2, 3, 1])
    #expect(second.rows[0] === rows[1])
    #expect(second.rows[2] === rows[0])
  }

  @Test func childrenThatAnExpectationHasMadeBecomePartners() throws {
    let twin = makeTwin()
    let (row, other) = (Row(id: 1), Row(id: 1))
    row.note = Note("a")
    other.note = Note("a")
    list.rows = [row]
    second.rows = [other]
    twin.pair(list.snapshot())
    row.note?.text = "b"
    try twin.bring(to: list.snapshot())
    #expect(second.rows[0] === other)
    #expect(other.note?.text == "b")
    #expect(other.note !== row.note)
  }

  @Test func aChildThatCannotBeMadeIsNamed() {
    let twin = makeTwin()
    list.rows = [Row(id: 1)]
    list.rows[0].note = Note("a")
    let message = failure { () throws(StateTwin.Failure) in try twin.bring(to: list.snapshot()) }
    #expect(
      message?.contains("func makeEmptyCopy() -> StateTwinTests.Note? { StateTwinTests.Note(…) }")
        == true
    )
  }

  @Test func aValueThatCannotBeGivenIsNamed() {
    let twin = StateTwin(List(id: 1), of: list)
    let message = failure { () throws(StateTwin.Failure) in try twin.bring(to: list.snapshot()) }
    #expect(message?.hasSuffix("\n  id: expected 0, got 1") == true)
  }

  @Test func aSharedObjectIsFound() {
    let row = Row(id: 1)
    list.rows = [Row(id: 0), row]
    second.byID = [3: row]
    #expect(makeTwin().sharedObject(with: list.snapshot()) == "rows[1]")
  }
}
