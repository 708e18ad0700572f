import StateJournal
import StateRecord

/// A short recording with values of each kind.
@MainActor
final class SessionSample {
  enum Action: Codable { case rename(String) }

  let journal = Journal()
  let store = FakeStore(Page(1))

  var session: StateSession { journal.session() }

  init() {
    journal.recordAny(store)
    let page = store.state
    store.send(Action.rename("a")) { page.text = "a" }
    page.child = Page(2)
    page.list = [Page(3)]
    page.byKey = [4: Page(4)]
    page.place = .page(Page(5))
    page.path = [.number(1), .page(Page(6))]
    page.ratio = .nan
    EventCenter.report()
    page.list[0].child = page
    page.child = nil
    EventCenter.report()
  }
}
