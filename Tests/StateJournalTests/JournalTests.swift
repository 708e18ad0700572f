import ScreenStateKit
import StateFields
import StateJournal
import StateRecord
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct JournalTests {
  private enum Action { case increment }
  private static let changes = 50_000

  private func makeJournal(
    capacity: Int = 16 << 20,
    _ state: Node = Node(0)
  ) -> (Journal, FakeStore<Node>) {
    let journal = Journal(capacity: capacity)
    let store = FakeStore(state)
    journal.recordAny(store)
    return (journal, store)
  }

  // MARK: Recording

  @Test func entriesHaveTheEventsOfTheRecordedStoreAlone() {
    let (journal, store) = makeJournal()
    let other = FakeStore(Node(1))
    other.startRecording()
    other.state.count = 1
    store.state.count = 1
    #expect(journal.entries.allSatisfy { $0.store == store.storeID })
    #expect(journal.entries.count == 2)
    #expect(journal.entries.map(\.number) == journal.entries.map(\.number).sorted())
    #expect(journal.entries.allSatisfy { $0.storeName.contains("FakeStore") && $0.size > 0 })
  }

  /// Reading a field in the middle of a mutating call would stop the process.
  @Test(.notRepeated) func aMutatingCallMayChangeLoadingErrorsAndOtherFields() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let state = DeskScreen()
      let journal = Journal()
      journal.record(state)
      state.boxes = [Box(1), Box(2)]
      state.boxes.removeAll { box in
        state.loadingStarted()
        state.showError(DisplayableError(message: "full"))
        state.displayError = nil
        state.updateState { $0.count += 1 }
        state.loadingFinished()
        return box.id == 1
      }
      #expect(state.count == 2)
      #expect(journal.state(of: state.storeID, at: .max) == state.snapshot())
    }
  }

  @Test func storesOfChildrenAreRecordedToo() {
    let (journal, store) = makeJournal()
    let child = FakeStore(Node(1), below: store.storeID)
    store.state.child = child.state
    child.startRecording()
    let grandchild = FakeStore(Node(2), below: child.storeID)
    child.state.child = grandchild.state
    grandchild.startRecording()
    grandchild.send(Action.increment) { grandchild.state.count = 5 }
    let stores = Set(journal.entries.map(\.store))
    #expect(stores == [store.storeID, child.storeID, grandchild.storeID])
    let number = journal.entries.last!.number
    for recorded in [store, child, grandchild] {
      let state = journal.state(of: recorded.storeID, at: number)
      #expect(state == recorded.state.snapshot())
    }
  }

  @Test func aStoreIsRecordedOnce() {
    let (journal, store) = makeJournal()
    journal.recordAny(store)
    #expect(store.recorders == 1)
    #expect(journal.entries.count == 1)
    journal.stopRecording(store.storeID)
    #expect(store.recorders == 0)
  }

  @Test func twoJournalsRecordOneStore() {
    let (journal, store) = makeJournal()
    store.state.count = 1
    let other = Journal()
    other.recordAny(store)
    store.state.count = 2
    #expect(journal.entries.count == 3)
    #expect(other.entries.count == 2)
    let number = journal.entries.last!.number
    #expect(journal.state(of: store.storeID, at: number) == store.state.snapshot())
    #expect(other.state(of: store.storeID, at: number) == store.state.snapshot())
    other.stopRecording()
    store.state.count = 3
    #expect(journal.entries.count == 4)
    #expect(other.entries.count == 2)
  }

  @Test func afterTheStopNothingIsRecordedAndThePastIsThere() {
    let (journal, store) = makeJournal()
    store.state.count = 1
    let before = store.state.snapshot()
    journal.stopRecording(store.storeID)
    let number = journal.entries.last!.number
    store.startRecording()
    store.state.count = 2
    #expect(journal.entries.count == 2)
    #expect(journal.state(of: store.storeID, at: number) == before)
    store.stopRecording()
  }

  @Test func aStoreThatWasReleasedCanBeRecordedAgain() {
    let (journal, store) = makeJournal()
    store.state.count = 1
    journal.stopRecording(store.storeID)
    let last = journal.entries.last!.number
    store.state.count = 2
    journal.recordAny(store)
    store.state.count = 3
    #expect(journal.state(of: store.storeID, at: last)?.plainValue(of: 1) as? Int == 1)
    let number = journal.entries.last!.number
    #expect(journal.state(of: store.storeID, at: number)?.plainValue(of: 1) as? Int == 3)
    #expect(journal.state(of: store.storeID, at: number - 1)?.plainValue(of: 1) as? Int == 2)
  }

  @Test func aStoreThatHasEndedHasNoStateAnyMore() {
    let (journal, store) = makeJournal()
    store.state.count = 1
    let number = journal.entries.last!.number
    store.end()
    #expect(journal.entries.count == 3)
    #expect(journal.state(of: store.storeID, at: number) != nil)
    #expect(journal.state(of: store.storeID, at: number + 1_000_000) == nil)
  }

  @Test func allStoresAreRecordedThatAreMadeFromNowOn() {
    let before = FakeStore(Node(0))
    var journal: Journal? = Journal.recordAll()
    let store = FakeStore(Node(1))
    store.state.count = 1
    before.state.count = 1
    let entries = journal!.entries
    #expect(entries.filter { $0.store == store.storeID }.count == 2)
    #expect(!entries.contains { $0.store == before.storeID })
    let other = Journal.recordAll()
    journal = nil
    let second = FakeStore(Node(2))
    #expect(other.entries.contains { $0.store == second.storeID })
    other.stopRecording()
    let third = FakeStore(Node(3))
    #expect(third.recorders == 0)
  }

  @Test func anEarlierStoreThatAnotherJournalRecordsIsNotAmongAllNewOnes() {
    let store = FakeStore(Node(0))
    let all = Journal.recordAll()
    let other = Journal()
    other.recordAny(store)
    store.state.count = 1
    #expect(other.entries.count == 2)
    #expect(!all.entries.contains { $0.store == store.storeID })
    all.recordAny(store)
    store.state.count = 2
    #expect(all.entries.count { $0.store == store.storeID } == 2)
    all.stopRecording()
    other.stopRecording()
    #expect(store.recorders == 0)
  }

  @Test func theRecordingEndsWithTheJournalWhichKeepsNoStore() {
    var store: FakeStore<Node>? = FakeStore(Node(0))
    weak let held = store
    var journal: Journal? = Journal()
    journal?.recordAny(store!)
    let kept = FakeStore(Node(1))
    journal?.recordAny(kept)
    store = nil
    #expect(held == nil)
    weak let heldJournal = journal
    journal = nil
    #expect(heldJournal == nil)
    #expect(kept.recorders == 0)
  }

  // MARK: Robustness

  @Test func aSinkThatChangesTheStateIsBehindTheEvent() {
    final class Changing: EventSink {
      let state: Node
      init(_ state: Node) { self.state = state }
      func take(_ event: StateEvent) {
        if case .change(let change) = event.kind, change.field == "count", state.text.isEmpty {
          state.text = "seen"
          EventCenter.report()
        }
      }
    }
    let (journal, store) = makeJournal()
    let sink = Changing(store.state)
    EventCenter.attach(sink)
    defer { EventCenter.detach(sink) }
    store.send(Action.increment) {
      store.state.count += 1
      store.send(Action.increment) { store.state.count += 1 }
    }
    let number = journal.entries.last!.number
    #expect(journal.state(of: store.storeID, at: number) == store.state.snapshot())
    #expect(journal.entries.map(\.number) == journal.entries.map(\.number).sorted())
  }

  @Test func aChangeThatLeavesNaNIsIgnored() {
    let (journal, store) = makeJournal()
    store.state.ratio = .nan
    EventCenter.report()
    store.state.ratio = .nan
    #expect(journal.entries.count == 2)
    let number = journal.entries.last!.number
    #expect(journal.state(of: store.storeID, at: number) == store.state.snapshot())
  }

  @Test func aValueThatIsGreaterThanTheJournalLeavesTheStateAlone() {
    let (journal, store) = makeJournal(capacity: 100_000)
    store.state.blob = Array(repeating: 0, count: 1 << 20)
    #expect(journal.entries.isEmpty)
    #expect(journal.size == 0)
    #expect(journal.state(of: store.storeID, at: .max) == store.state.snapshot())
  }

  @Test func aChildThatAnotherStoreHadIsKnown() {
    let shared = Node(5)
    shared.count = 7
    let other = FakeStore(Node(1))
    other.state.child = shared
    other.startRecording()
    let (journal, store) = makeJournal()
    store.state.child = shared
    EventCenter.report()
    shared.count = 8
    let entries = journal.entries
    #expect(entries.count == 3)
    #expect(
      journal.state(of: store.storeID, at: entries.last!.number) == store.state.snapshot()
    )
    #expect(
      journal.state(of: store.storeID, at: entries.last!.number - 1) != store.state.snapshot()
    )
    withExtendedLifetime(other) {}
  }

  @Test func manyChildrenThatComeAndGoLeaveNothing() {
    let (journal, store) = makeJournal(capacity: 50_000)
    for number in 0..<2_000 {
      store.state.list = [Node(number)]
      EventCenter.report()
    }
    #expect(journal.size <= 50_000)
    #expect(
      journal.state(of: store.storeID, at: journal.entries.last!.number)
        == store.state.snapshot()
    )
  }

  // MARK: Lists of entries

  @Test func aListOfEntriesStaysAsItWas() {
    let (journal, store) = makeJournal(capacity: 100_000)
    store.state.count = 1
    let entries = journal.entries
    let numbers = entries.map(\.number)
    for count in 2..<2_000 {
      store.state.count = count
      EventCenter.report()
    }
    #expect(entries.map(\.number) == numbers)
    #expect(journal.entries.first!.number > numbers.last!)
    #expect(entries.entry(number: numbers[1])?.number == numbers[1])
    #expect(journal.entries.entry(number: numbers[1]) == nil)
    #expect(journal.entries.entry(number: .max) == nil)
    let place = journal.entries.startIndex
    #expect(journal.entries[place].number == journal.entries.first?.number)
  }

  @Test func manyChangesNextToALargeValueStayBelowTheLimit() {
    let root = Node(0)
    root.blob = Array(repeating: 7, count: 2 << 20)
    let (journal, store) = makeJournal(capacity: 4 << 20, root)
    for count in 1...Self.changes {
      root.count = count
      EventCenter.report()
    }
    #expect(journal.size <= 4 << 20)
    #expect(journal.entries.count > 1_000)
    let entry = journal.entries[journal.entries.startIndex + 500]
    let state = journal.state(of: store.storeID, at: entry.number)
    // Events of other tests may have numbers in between.
    let later = journal.entries.count { $0.number > entry.number }
    #expect(state?.plainValue(of: 1) as? Int == Self.changes - later)
    #expect((state?.plainValue(of: 5) as? [UInt8])?.count == 2 << 20)
  }

  // MARK: Stores of features

  private struct Counter: Feature {
    typealias State = Node
    enum Action { case increment, incrementLater }

    func handle() -> ActionHandler<Action, Node> {
      ActionHandler { action, state in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .incrementLater:
          return .run(name: "later") { state in state.count += 1 }
        }
      }
    }
  }

  @Test func theStoreOfAFeatureIsRecorded() async {
    let store = Store(initialState: Node(0), feature: Counter())
    let journal = Journal()
    let id = journal.record(store)
    store.send(.increment)
    await store.send(.incrementLater).value
    let texts = journal.entries.map(\.text)
    #expect(texts.contains { $0.hasSuffix("count: 0 → 1, by the handler of increment") })
    #expect(texts.contains { $0.contains("effect \"later\" of incrementLater starts") })
    #expect(journal.state(of: id, at: journal.entries.last!.number) == store.state.snapshot())
    let profile = journal.profile
    #expect(profile.rows.map(\.count).reduce(0, +) == 3)
  }
}
