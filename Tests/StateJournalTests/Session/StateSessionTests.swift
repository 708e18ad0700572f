import StateCore
import StateFields
import StateJSON
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StateSessionTests {
  private enum Action: Codable { case rename(String) }

  private let journal = Journal()
  private let store = FakeStore(Page(1))

  private var page: Page { store.state }

  init() { journal.recordAny(store) }

  @Test func aSessionHasTheEntriesWithTheirValues() throws {
    store.send(Action.rename("a")) { page.text = "a" }
    let session = journal.session()
    #expect(session.entries.map(\.number) == journal.entries.map(\.number))
    #expect(session.entries.map(\.text) == journal.entries.map(\.text))
    #expect(session.stores.map(\.id) == [store.storeID.number])
    #expect(session.stores.first?.state == "Page")
    guard case .actionReceived(let received) = session.entries[1].kind else {
      Issue.record("no action")
      return
    }
    #expect(received.action.json?.description == #"{"rename":{"_0":"a"}}"#)
    #expect(received.action.caseName == "rename")
    guard case .change(let change) = session.entries[2].kind else {
      Issue.record("no change")
      return
    }
    #expect(change.name == "text")
    #expect(change.value.json == "a")
    #expect(change.value.type == "String")
    #expect(change.cause == .handler(received.id))
  }

  @Test func statesAreRebuiltFromASession() {
    page.count = 1
    page.child = Page(2)
    EventCenter.report()
    page.child?.text = "below"
    EventCenter.report()
    let number = journal.entries.last!.number
    page.child = nil
    let session = journal.session()
    let state = session.state(of: store.storeID.number, at: number)
    #expect(state?.value("count")?.json == 1)
    #expect(state?.value("child.text")?.json == "below")
    #expect(state?.value("child.nothing") == nil)
    #expect(session.state(of: store.storeID.number, at: number + 1_000)?.value("child.text") == nil)
    #expect(session.state(of: store.storeID.number, at: 0) == nil)
    #expect(session.state(of: 0, at: number) == nil)
  }

  @Test func aFreshStateIsGivenTheValues() throws {
    page.ratio = .nan
    page.tags = [1, 2, 3]
    page.table = [1: "a", 2: "b"]
    page.nested = 3
    page.blob = [1, 2]
    page.list = [Page(2), Page(3)]
    page.byKey = [7: Page(4)]
    page.place = .page(Page(5))
    page.path = [.number(1), .page(Page(6)), .none]
    page.child = page.list[0]
    EventCenter.report()
    let session = journal.session()
    let writer = SessionWriter(session)
    let fresh = Page()
    let frame = session.frame(at: .max)
    let root = try #require(frame.roots[store.storeID.number])
    #expect(writer.write(frame, root: root, to: fresh) == [])
    #expect(page.snapshot().differences(to: fresh.snapshot()).map(\.description) == [])
    #expect(fresh.child === fresh.list[0])
    #expect(fresh.list[0] !== page.list[0])
    #expect(writer.difference(frame, root: root, from: fresh) == nil)
    fresh.list[1].count = 5
    let difference = try #require(writer.difference(frame, root: root, from: fresh))
    #expect(difference.name == "list[1].count")
    #expect(difference.recorded == "0")
    #expect(difference.actual == "5")
  }

  @Test func aSessionBeginsWithWhatIsLeft() throws {
    let journal = Journal(capacity: 20_000)
    journal.recordAny(store)
    page.child = Page(2)
    for number in 1...500 {
      page.count = number
      page.child?.count = number
    }
    EventCenter.report()
    let session = journal.session()
    let first = try #require(journal.entries.first).number
    #expect(first > 100)
    #expect(session.entries.first?.number == first - 1)
    for entry in journal.entries {
      let expected = try #require(journal.state(of: store.storeID, at: entry.number))
      let actual = session.state(of: store.storeID.number, at: entry.number)
      #expect(actual?.value("count")?.json?.int == expected.plainValue(of: 1) as? Int)
    }
  }
}
