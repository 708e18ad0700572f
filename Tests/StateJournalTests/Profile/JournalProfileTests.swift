import StateEngine
import StateJournal
import StateTestSupport
import Testing

@MainActor
@Suite struct JournalProfileTests {
  private enum Action {
    case load(Int)
    case save
  }
  private struct Failure: Error {}

  private let journal = StateJournal()
  private let store = FakeStore(Node(0))

  init() { journal.recordAny(store) }

  private func handle(_ action: Action, _ milliseconds: Int) {
    let id = store.receive(action)
    store.emit(.actionHandled(id, .milliseconds(milliseconds)))
    store.emit(.actionDone(id))
  }

  @Test func kindsOfActionsHaveTheirCountsAndTimes() {
    for milliseconds in 1...100 { handle(.load(milliseconds), milliseconds) }
    handle(.save, 1)
    let rows = journal.profile.rows
    #expect(rows.map(\.name) == ["FakeStore<Node>.load", "FakeStore<Node>.save"])
    #expect(rows.map(\.count) == [100, 1])
    #expect(rows[0].handler.max == .milliseconds(100))
    #expect(rows[0].handler.total == .milliseconds(5_050))
    #expect((.milliseconds(50)...(.milliseconds(57))).contains(rows[0].handler.p50))
    #expect((.milliseconds(95)...(.milliseconds(100))).contains(rows[0].handler.p95))
    #expect(rows[0].done.count == 100)
    #expect(rows.allSatisfy { ($0.share ?? 0) > 0 && !$0.isEffect })
  }

  @Test func changesErrorsAndDropsCountForTheirActionAndEffect() {
    let id = store.receive(Action.load(1))
    CurrentCause.with(.handler(id)) { store.state.count = 1 }
    let effect = EffectID(store: store.storeID, number: 1)
    let start = EffectStart(name: "poll", key: nil, action: id, origin: nil)
    store.emit(.effect(effect, .waiting(start)))
    store.emit(.effect(effect, .started(start)))
    CurrentCause.with(.effect(effect, of: id)) { store.state.count = 2 }
    PendingChanges.commit()
    CurrentCause.with(.effect(effect, of: id)) { store.state.count = 3 }
    store.emit(.effect(effect, .failed(EventValue(Failure()))))
    store.emit(.effect(effect, .started(start)))
    store.emit(.effect(effect, .cancelled))
    store.emit(.effect(effect, .ended))
    store.emit(.actionFailed(id, EventValue(Failure())))
    store.emit(.actionDone(id))
    store.emit(.actionDropped(store.receive(Action.load(2)), .policy))
    // Of what is not known any more.
    store.emit(.actionDone(id))
    store.emit(.effect(effect, .ended))
    store.state.count = 4
    let rows = journal.profile.rows
    #expect(rows.map(\.name) == ["FakeStore<Node>.load", "FakeStore<Node>.poll"])
    #expect(rows.map(\.count) == [2, 1])
    #expect(rows.map(\.changes) == [3, 2])
    #expect(rows.map(\.errors) == [1, 1])
    #expect(rows.map(\.drops) == [1, 1])
    #expect(rows.map(\.done.count) == [1, 1])
    #expect(rows.map(\.isEffect) == [false, true])
    #expect(rows[1].share == nil)
  }

  @Test func effectsWithoutANameAreThoseOfTheirAction() {
    let id = store.receive(Action.save)
    let effect = EffectID(store: store.storeID, number: 1)
    let start = EffectStart(name: nil, key: nil, action: id, origin: nil)
    store.emit(.effect(effect, .started(start)))
    #expect(journal.profile.rows.map(\.name).contains("an effect of FakeStore<Node>.save"))
  }

  @Test func theTableIsAlignedAndSortedByTotalTime() {
    handle(.save, 10)
    handle(.load(1), 2_000)
    let id = store.receive(Action.save)
    let effect = EffectID(store: store.storeID, number: 1)
    let start = EffectStart(name: "poll", key: nil, action: id, origin: nil)
    store.emit(.effect(effect, .started(start)))
    let lines = journal.profile.description.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    #expect(lines[1].hasPrefix("FakeStore<Node>.load      1   2.00 s       2.00 s"))
    #expect(lines[2].hasPrefix("FakeStore<Node>.save      2  10.0 ms      10.0 ms"))
    #expect(lines[3] == "effects")
    #expect(lines[4].hasPrefix("FakeStore<Node>.poll      1     0 ns            -"))
    #expect(Set([lines[0], lines[1], lines[2], lines[4]].map(\.count)).count == 1)
  }

  @Test func kindsWithoutEndTakeUpNoMemoryWithoutEnd() {
    for number in 0..<1_100 {
      let effect = EffectID(store: store.storeID, number: number)
      let start = EffectStart(name: "\(number)", key: nil, action: nil, origin: nil)
      store.emit(.effect(effect, .started(start)))
      store.emit(.effect(effect, .ended))
    }
    let rows = journal.profile.rows
    #expect(rows.count == 1_001)
    #expect(rows.map(\.count).reduce(0, +) == 1_100)
  }

  @Test func nothingIsALineOfTitles() {
    #expect(!StateJournal().profile.description.contains("\n"))
  }
}
