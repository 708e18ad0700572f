import StateJournal
import StateRecord
import StateTestSupport
import Testing

@MainActor
@Suite struct JournalEntryTextTests {
  private enum Action { case load(page: Int) }
  private struct Failure: Error {}

  private let journal = Journal()
  private let store = FakeStore(Node(0))

  init() {
    journal.recordAny(store)
    EventCenter.report()
  }

  /// The texts after the first one, without number and store.
  private var texts: [String] {
    journal.entries.dropFirst().map { entry in
      let start = "\(entry.number) \(entry.storeName): "
      #expect(entry.text.hasPrefix(start))
      return String(entry.text.dropFirst(start.count))
    }
  }

  @Test func aStoreSaysWhatItIs() {
    let child = FakeStore(Node(1), below: store.storeID)
    child.startRecording()
    child.end()
    #expect(journal.entries.first!.text.hasSuffix("is recorded, with Node"))
    #expect(texts == ["is recorded, with Node, below FakeStore<Node>", "has ended"])
  }

  @Test func anActionHasItsNameAndItsValues() {
    let id = store.receive(Action.load(page: 2))
    store.emit(.actionQueued(id))
    store.emit(.actionHandled(id, HandlerTime(total: .microseconds(1_234), onMainActor: nil)))
    store.emit(.actionFailed(id, EventValue(Failure())))
    store.emit(.actionDone(id))
    store.emit(.actionDropped(store.receive(Action.load(page: 3)), .policy))
    #expect(
      texts == [
        "receives load(page: 2)",
        "load waits",
        "load is handled, in 1.23 ms",
        "load fails: JournalEntryTextTests.Failure()",
        "load is done",
        "receives load(page: 3)",
        "load is dropped: its policy drops it",
      ]
    )
  }

  @Test func aChangeHasItsValuesAndItsCause() {
    let id = store.receive(Action.load(page: 1))
    CurrentCause.with(.handler(id)) { store.state.count = 1 }
    let effect = EffectID(store: store.storeID, number: 1)
    let start = EffectStart(name: "poll", key: nil, action: id, origin: nil)
    store.emit(.effect(effect, .started(start)))
    CurrentCause.with(.effect(effect, of: id)) { store.state.text = "a" }
    store.emit(.effect(effect, .failed(EventValue(Failure()))))
    store.emit(.effect(effect, .cancelled))
    store.emit(.effect(effect, .ended))
    CurrentCause.with(.update(EventOrigin("App/Home.swift", 12))) { store.state.count = 2 }
    EventCenter.report()
    CurrentCause.with(.binding) { store.state.count = 3 }
    EventCenter.report()
    store.state.count = 4
    #expect(
      texts == [
        "receives load(page: 1)",
        "count: 0 → 1, by the handler of load",
        "effect \"poll\" of load starts",
        "text: \"\" → \"a\", by effect \"poll\" of load",
        "effect \"poll\" of load fails: JournalEntryTextTests.Failure()",
        "effect \"poll\" of load is cancelled",
        "effect \"poll\" of load has ended",
        "count: 1 → 2, by an update at App/Home.swift:12",
        "count: 2 → 3, by a binding",
        "count: 3 → 4",
      ]
    )
  }

  @Test func childrenHaveTheirTypes() {
    store.state.child = Node(1)
    EventCenter.report()
    store.state.child?.count = 1
    EventCenter.report()
    store.state.list = [Node(2), Node(3)]
    EventCenter.report()
    store.state.byKey = [4: Node(4)]
    EventCenter.report()
    store.state.place = .node(Node(5))
    EventCenter.report()
    store.state.place = .number(6)
    EventCenter.report()
    store.state.path = [.number(1), .node(Node(7))]
    #expect(
      texts == [
        "child: nil → Node",
        "child.count: 0 → 1",
        "list: [] → [Node, Node]",
        "byKey: [:] → [4: Node]",
        "place: none → node(Node)",
        "place: node(Node) → number(6)",
        "path: [] → [number(1), node(Node)]",
      ]
    )
  }

  @Test func redactedValuesAreNowhere() {
    store.state.secret = "opensesame"
    EventCenter.report()
    let child = Node(1)
    child.secret = "opensesame"
    store.state.child = child
    EventCenter.report()
    let second = Journal()
    second.recordAny(store)
    #expect(texts[0] == "secret: (redacted) → (redacted)")
    for entry in Array(journal.entries) + Array(second.entries) {
      var dumped = ""
      dump(entry, to: &dumped)
      dump(entry.event, to: &dumped)
      #expect(!(entry.text + entry.description + dumped).contains("opensesame"))
    }
  }

  @Test func theDescriptionHasNoValues() {
    store.send(Action.load(page: 2)) { store.state.text = "personal" }
    let descriptions = journal.entries.dropFirst().map(\.description)
    #expect(descriptions[1].hasSuffix("text: a value → a value, by the handler of load"))
    #expect(!descriptions.contains { $0.contains("page") || $0.contains("personal") })
  }

  @Test func otherEventsHaveAText() {
    store.emit(.loading(true))
    store.emit(.loading(false))
    store.emit(.errorShown(EventValue(Failure())))
    store.emit(.element(producer: "Words", EventValue(3)))
    store.emit(.restored(.travel(to: 4)))
    store.emit(.restored(.resume))
    store.emit(.restored(.commit(of: 4)))
    #expect(
      texts == [
        "starts loading", "stops loading",
        "shows an error: JournalEntryTextTests.Failure()", "Words has an element: 3",
        "shows the state after 4", "shows the current state again",
        "continues from the state after 4",
      ]
    )
  }
}
