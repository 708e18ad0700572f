import Foundation
import Observation
import StateCore
import StateFields
import StateJSON
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionBuilderTests {
  @MainActor @Observable
  final class Safe: RestorableState {
    var name = ""
    var open: Safe?
    var closed: Safe?

    static let snapshotFields = SnapshotFields<Safe> {
      SnapshotField("name", \.name)
      SnapshotField("open", child: \.open)
      SnapshotField("closed", child: \.closed).redacted()
    }
  }

  /// A value that can't be encoded, or is very large.
  struct Load: Codable, Equatable {
    struct Failure: Error {}

    var fails = false
    var text = ""

    func encode(to encoder: any Encoder) throws {
      if fails { throw Failure() }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    init(fails: Bool = false, text: String = "") {
      self.fails = fails
      self.text = text
    }

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }

  @MainActor @Observable
  final class Carrier: RestorableState {
    var load = Load()

    static let snapshotFields = SnapshotFields<Carrier> { SnapshotField("load", \.load) }
  }

  private func safe(_ name: String) -> Safe {
    let safe = Safe()
    safe.name = name
    return safe
  }

  /// Returns a session that was written to a file and read again, and the text of the file.
  private func file(_ journal: Journal) throws -> (session: StateSession, text: String) {
    let data = journal.session().data
    return (try StateSession(data), String(decoding: data, as: UTF8.self))
  }

  @Test func objectsBelowARedactedFieldAreNotInTheFile() throws {
    let root = safe("root")
    root.closed = safe("hunter1")
    root.closed?.open = safe("hunter2")
    let journal = Journal()
    let store = FakeStore(root)
    journal.recordAny(store)
    root.closed?.name = "hunter3"
    EventCenter.report()
    root.closed = safe("hunter4")
    EventCenter.report()
    root.closed?.open = safe("hunter5")
    root.name = "seen"
    EventCenter.report()
    let below = FakeStore(root.closed ?? root, below: store.storeID)
    below.startRecording()
    root.closed?.name = "hunter6"
    EventCenter.report()
    let (session, text) = try file(journal)
    #expect(!text.contains("hunter"))
    #expect(text.contains("closed.name"))
    #expect(session.state(of: store.storeID.number, at: .max)?.value("name")?.json == "seen")
    #expect(session.state(of: below.storeID.number, at: .max) == nil)
    #expect(session.entries.count == journal.entries.count)
  }

  @Test func anObjectThatBecomesSecretIsLeftOutFromThenOn() throws {
    let root = safe("root")
    let moved = safe("public")
    root.open = moved
    let journal = Journal()
    let store = FakeStore(root)
    journal.recordAny(store)
    root.closed = moved
    EventCenter.report()
    root.open = nil
    EventCenter.report()
    moved.name = "hunter1"
    moved.open = safe("hunter2")
    EventCenter.report()
    let hidden = journal.entries.last?.number ?? 0
    moved.name = "shown"
    moved.open = nil
    EventCenter.report()
    root.open = moved
    EventCenter.report()
    let (session, text) = try file(journal)
    #expect(!text.contains("hunter"))
    let id = store.storeID.number
    #expect(session.state(of: id, at: hidden)?.value("open")?.children?.list.count == 0)
    #expect(session.state(of: id, at: .max)?.value("open.name")?.json == "shown")
  }

  @Test func anObjectThatComesBackHasItsNewValues() throws {
    let root = safe("root")
    let child = safe("a")
    root.open = child
    let journal = Journal()
    let store = FakeStore(root)
    journal.recordAny(store)
    root.open = nil
    EventCenter.report()
    child.name = "b"
    child.open = safe("c")
    root.open = child
    EventCenter.report()
    let session = try file(journal).session
    let state = try #require(session.state(of: store.storeID.number, at: .max))
    #expect(state.value("open.name")?.json == "b")
    #expect(state.value("open.open.name")?.json == "c")
    #expect(state.description.contains("open.open.name: \"c\""))
  }

  @Test func aStoreThatWasReleasedIsThereUpToThen() throws {
    let journal = Journal()
    let (one, other) = (FakeStore(safe("one")), FakeStore(safe("other")))
    journal.recordAny(one)
    journal.recordAny(other)
    one.state.name = "1"
    EventCenter.report()
    let last = journal.entries.last?.number ?? 0
    journal.stopRecording(one.storeID)
    other.state.name = "2"
    EventCenter.report()
    let session = try file(journal).session
    #expect(session.state(of: one.storeID.number, at: last)?.value("name")?.json == "1")
    #expect(session.state(of: one.storeID.number, at: .max) == nil)
    #expect(session.state(of: other.storeID.number, at: .max)?.value("name")?.json == "2")
    journal.recordAny(one)
    one.state.name = "3"
    EventCenter.report()
    let again = try file(journal).session
    #expect(again.stores.count == 2)
    #expect(again.state(of: one.storeID.number, at: .max)?.value("name")?.json == "3")
  }

  @Test func valuesThatFailToEncodeAreText() throws {
    let journal = Journal()
    let store = FakeStore(Carrier())
    journal.recordAny(store)
    store.state.load = Load(fails: true, text: "a")
    EventCenter.report()
    let session = try file(journal).session
    let value = try #require(session.state(of: store.storeID.number, at: .max)?.value("load"))
    #expect(value.json == nil)
    #expect(value.text?.contains("fails: true") == true)
    #expect(
      session.grade(of: Carrier()).differences
        == [.init(type: "SessionBuilderTests.Carrier", field: "load", .isNotCodable)]
    )
    let frame = session.frame(at: .max)
    let root = try #require(frame.roots[store.storeID.number])
    let writer = SessionWriter(session)
    #expect(writer.difference(frame, root: root, from: store.state) == nil)
    store.state.load.text = "b"
    #expect(writer.difference(frame, root: root, from: store.state)?.name == "load")
  }

  @Test func aHugeValueIsWhole() throws {
    let journal = Journal()
    let store = FakeStore(Carrier())
    journal.recordAny(store)
    let text = String(repeating: "0123456789", count: 200_000)
    store.state.load = Load(text: text)
    EventCenter.report()
    let session = try file(journal).session
    let value = try #require(session.state(of: store.storeID.number, at: .max)?.value("load"))
    #expect(value.json?.string == text)
    #expect(value.text.map { $0.count < 200 } == true)
  }

  @Test func storesThatHaveEndedAreThereWhereTheOldestEntriesHaveGone() throws {
    let journal = Journal(capacity: 20_000)
    let parent = FakeStore(safe("parent"))
    journal.recordAny(parent)
    let child = FakeStore(safe("child"), below: parent.storeID)
    parent.state.open = child.state
    child.startRecording()
    EventCenter.report()
    for number in 0..<300 { child.state.name = "\(number)" }
    EventCenter.report()
    child.end()
    parent.state.open = nil
    EventCenter.report()
    let first = try #require(journal.entries.first).number
    let session = try file(journal).session
    #expect(session.stores.map(\.id) == [parent.storeID.number, child.storeID.number])
    #expect(session.stores[1].parent == parent.storeID.number)
    #expect(
      session.stores.map(\.state) == ["SessionBuilderTests.Safe", "SessionBuilderTests.Safe"]
    )
    #expect(session.entries.prefix(2).map(\.number) == [first - 2, first - 1])
    for number in [first - 1, first, first + 10] {
      for store in [parent, child] {
        let expected = journal.state(of: store.storeID, at: number)
        let state = session.state(of: store.storeID.number, at: number)
        #expect(expected?.plainValue(of: 0) as? String == state?.value("name")?.json?.string)
      }
    }
  }
}
