import ScreenStateKit
import StateJournal
import StateRecord
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct JournalProfileTests {
  private enum Action {
    case load(Int)
    case save
  }
  private struct Failure: Error {}

  /// A feature with an asynchronous handler.
  private struct Waiting: Feature {
    enum Action: Sendable {
      case wait(Duration)
      case count
    }

    func handle() -> ActionHandler<Action, Node> {
      ActionHandler { action, state in
        // This sleep is virtual, like the journal's times, because the test runs in a simulation.
        if case .wait(let duration) = action { try await ContinuousClock().sleep(for: duration) }
        state.count += 1
        return .none
      }
    }
  }

  private let journal = Journal()
  private let store = FakeStore(Node(0))

  init() { journal.recordAny(store) }

  private func handle(_ action: Action, _ milliseconds: Int) {
    let id = store.receive(action)
    let time = Duration.milliseconds(milliseconds)
    store.emit(.actionHandled(id, HandlerTime(total: time, onMainActor: time)))
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

  @Test func aShareIsThatOfTheKnownTimesOnTheMainActor() {
    handle(.load(1), 1_000)
    handle(.load(2), 3_000)
    let id = store.receive(Action.save)
    let time = HandlerTime(total: .seconds(2), onMainActor: .seconds(1))
    store.emit(.actionHandled(id, time))
    let profile = journal.profile
    let rows = profile.rows
    let elapsed = profile.elapsed / .seconds(1)
    #expect(rows.map { (($0.share ?? 0) * elapsed).rounded() } == [4, 1])
    #expect(rows.map(\.total) == [.seconds(4), .seconds(2)])
    // The time of one handler is unknown.
    store.emit(.actionHandled(id, HandlerTime(total: .seconds(1), onMainActor: nil)))
    store.emit(.actionHandled(id, time))
    let save = journal.profile.rows.first { $0.name.hasSuffix("save") }
    #expect(save?.handler.count == 3)
    #expect(save?.handler.total == .seconds(5))
    #expect(save?.share == nil)
  }

  @Test(.needsVirtualTime, .simulated)
  func theWaitsOfAHandlerAreNotTimeOfTheMainActor() async {
    let store = Store(initialState: Node(0), feature: Waiting())
    journal.record(store)
    await store.send(.wait(.seconds(10))).value
    let row = journal.profile.rows.first
    #expect(row?.handler.total == .seconds(10))
    #expect(row?.share == nil)
    #expect(journal.profile.description.split(separator: "\n").last?.last == "-")
  }

  @Test(.onNewerSystems) func anAsynchronousHandlerThatDoesNotSuspendIsKnown() async {
    let store = Store(initialState: Node(0), feature: Waiting())
    journal.record(store)
    await store.send(.count).value
    #expect(journal.profile.rows.first?.share != nil)
  }

  @Test func theActionsOfScreensHaveNoShare() async {
    let (store, state) = (DeskStore { $0() }, DeskScreen())
    await store.binding(state: state)
    journal.record(store)
    await store.isolatedReceive(action: DeskStore.Action(parts: []))
    let row = journal.profile.rows.first
    #expect(row?.name == "DeskStore.DeskStore.Action")
    #expect(row?.handler.count == 1)
    #expect(row?.share == nil)
  }

  @Test func changesErrorsAndDropsCountForTheirActionAndEffect() {
    let id = store.receive(Action.load(1))
    CurrentCause.with(.handler(id)) { store.state.count = 1 }
    let effect = EffectID(store: store.storeID, number: 1)
    let start = EffectStart(name: "poll", key: nil, action: id, origin: nil)
    store.emit(.effect(effect, .waiting(start)))
    store.emit(.effect(effect, .started(start)))
    CurrentCause.with(.effect(effect, of: id)) { store.state.count = 2 }
    EventCenter.report()
    CurrentCause.with(.effect(effect, of: id)) { store.state.count = 3 }
    store.emit(.effect(effect, .failed(EventValue(Failure()))))
    store.emit(.effect(effect, .started(start)))
    store.emit(.effect(effect, .cancelled))
    store.emit(.effect(effect, .ended))
    store.emit(.actionFailed(id, EventValue(Failure())))
    store.emit(.actionDone(id))
    store.emit(.actionDropped(store.receive(Action.load(2)), .policy))
    // Events of work that is no longer known.
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
    #expect(!Journal().profile.description.contains("\n"))
  }
}
