import ScreenStateKit
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct JournalTravelTests {
  /// A feature with an asynchronous handler.
  private struct Waiting: Feature {
    enum Action: Sendable {
      case wait(Gate)
      case add
    }

    func handle() -> ActionHandler<Action, Shelf> {
      ActionHandler { action, state in
        if case .wait(let gate) = action { try await gate.pass() }
        state.count += 1
        return .none
      }
    }
  }

  private let journal = Journal()
  private let store: Store<ShelfFeature>
  private let id: StoreID

  init() {
    store = Store(initialState: Shelf(), feature: ShelfFeature())
    id = journal.record(store)
  }

  private var state: Shelf { store.state }
  private var now: Int { journal.entries.last?.number ?? 0 }

  private func send(_ action: ShelfFeature.Action) -> SentAction { store.send(action) }

  // MARK: Travel and resume

  @Test func aTravelShowsEarlierValuesAndThePresentAgain() {
    _ = send(.add(1))
    let past = now
    _ = send(.add(1))
    _ = send(.rename("b"))
    #expect(journal.travel(to: past))
    #expect(store.isTravelling)
    #expect(journal.travelPlace == past)
    #expect(state.count == 1)
    #expect(state.title.isEmpty)
    journal.resume()
    #expect(!store.isTravelling)
    #expect(state.count == 2)
    #expect(state.title == "b")
    #expect(send(.add(1)).isCancelled == false)
    #expect(state.count == 3)
  }

  /// A feature whose end notes the number in its state.
  private struct Ending: Feature {
    let ends: LockIsolated<[Int]>

    func handle() -> ActionHandler<Int, Shelf> {
      ActionHandler { number, state in
        state.count += number
        return .none
      }
      .onEnd { [ends] state in ends.withValue { $0.append(state.count) } }
    }
  }

  @Test func onEndSeesThePresentDuringATravel() {
    let ends = LockIsolated<[Int]>([])
    let journal = Journal()
    var store: Store<Ending>? = Store(initialState: Shelf(), feature: Ending(ends: ends))
    if let store { journal.record(store) }
    store?.send(1)
    let past = journal.entries.last?.number ?? 0
    store?.send(1)
    #expect(journal.travel(to: past) && store?.state.count == 1)
    store = nil
    #expect(ends.value == [2])
    journal.resume()
  }

  /// A feature whose beginning and whose observers start work.
  private struct Ticking: Feature {
    func handle() -> ActionHandler<Int, Shelf> {
      ActionHandler { number, state in
        state.count += number
        return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      }
      .onStart { _ in .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} } }
      .whilePresented { _ in
        .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      }
    }
  }

  /// No code can send these again.
  @Test func aCommitKeepsTheWorkOfTheLifeCycle() async {
    let journal = Journal()
    let store = Store(initialState: Shelf(), feature: Ticking())
    let place = journal.entries.last?.number ?? 0
    journal.record(store)
    let begin = journal.entries.last?.number ?? place
    store.addObserver()
    store.send(1)
    while journal.runningWork.count(where: { $0.state == .running }) < 3 { await Task.yield() }
    #expect(journal.travel(to: begin))
    journal.commit()
    while journal.runningWork.count(where: { $0.state == .running }) > 2 { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    #expect(journal.runningWork.filter { $0.state == .running }.count == 2)
    #expect(store.state.count == 0)
    store.removeObserver()
  }

  /// A state with a destination whose payload is a struct.
  struct Notes: Feature {
    struct Form: Equatable, Identifiable, Sendable {
      var id = 0
      var title = ""
    }

    enum Destination: NavigationTarget, Sendable {
      case edit(Form)
    }

    @Observable @MainActor
    final class State: SnapshotState {
      var destination: Destination?
      var path: [Destination] = []

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("destination", \.destination)
        SnapshotField("path", \.path)
      }
    }

    func handle() -> ActionHandler<@MainActor @Sendable (State) -> Void, State> {
      ActionHandler { change, state in
        change(state)
        return .none
      }
    }
  }

  @Test func aTravelShowsEarlierStructPayloads() {
    let journal = Journal()
    let store = Store(initialState: Notes.State(), feature: Notes())
    journal.record(store)
    store.send { $0.destination = .edit(Notes.Form(id: 1)) }
    store.send { $0.path = [.edit(Notes.Form(id: 2))] }
    let past = journal.entries.last?.number ?? 0
    store.send { $0.destination = .edit(Notes.Form(id: 1, title: "a")) }
    store.send { $0.path[0] = .edit(Notes.Form(id: 2, title: "b")) }
    store.send {
      $0.destination = nil
      $0.path = []
    }
    #expect(journal.travel(to: past))
    #expect(store.state.destination == .edit(Notes.Form(id: 1)))
    #expect(store.state.path == [.edit(Notes.Form(id: 2))])
    journal.resume()
    #expect(store.state.destination == nil && store.state.path.isEmpty)
  }

  /// A state with a value that equals others but can't stand for them.
  struct Words: Feature {
    @Observable @MainActor
    final class State: SnapshotState {
      var words = Resource<[String]>()
      var count = 0

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("words", \.words)
        SnapshotField("count", \.count)
      }
    }

    enum Action: Sendable { case load, add }

    let load: @Sendable () async -> [String]

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .add: state.count += 1
        case .load:
          let name = state.words.start()
          return .run(id: "load") {
            await load()
          } apply: { words, state in
            state.words.finish(words, for: name, at: .now)
          }
        }
        return .none
      }
    }
  }

  @Test func aLoadThatRunsDuringATravelIsTaken() async {
    let gate = Gate()
    let store = Store(
      initialState: Words.State(),
      feature: Words {
        await gate.wait()
        return ["a"]
      }
    )
    journal.record(store)
    store.send(.add)
    let past = now
    store.send(.load)
    // It shows the same as the load before.
    let load = store.send(.load)
    journal.travel(to: past)
    #expect(!store.state.words.isLoading)
    journal.resume()
    #expect(store.state.words.isLoading)
    gate.open()
    await load.value
    #expect(store.state.words.value == ["a"])
    #expect(!store.state.words.isLoading)
  }

  @Test func aTravelIsNotAChange() {
    _ = send(.add(1))
    let past = now
    _ = send(.add(1))
    let before = now
    journal.travel(to: past)
    journal.resume()
    let kinds = journal.entries.filter { $0.number > before }.map(\.kind)
    #expect(kinds.count == 2)
    for case .change in kinds { Issue.record("A travel has changed a field.") }
  }

  @Test func actionsAreRefusedAndListed() {
    _ = send(.add(1))
    let past = now
    _ = send(.add(1))
    journal.travel(to: past)
    let sent = send(.add(5))
    #expect(state.count == 1)
    #expect(sent.isCancelled == false)
    let reasons = journal.entries.compactMap { entry -> StateEvent.DropReason? in
      if case .actionDropped(_, let reason) = entry.kind { reason } else { nil }
    }
    #expect(reasons == [.isTravelling])
    journal.resume()
    #expect(state.count == 2)
  }

  @Test func aRemovedEntryIsNotAPlace() {
    let journal = Journal(capacity: 4_000)
    let store = Store(initialState: Shelf(), feature: ShelfFeature())
    journal.record(store)
    for _ in 1...200 { store.send(.add(1)) }
    #expect(!journal.travel(to: 1))
    #expect(!store.isTravelling)
  }

  @Test func oneJournalTravelsAtATime() {
    let other = Journal()
    other.record(store)
    _ = send(.add(1))
    journal.travel(to: now)
    #expect(!other.travel(to: now))
    journal.resume()
    #expect(other.travel(to: now))
    other.resume()
  }

  @Test func aJournalThatGoesShowsThePresent() {
    var journal: Journal? = Journal()
    journal?.record(store)
    let past = journal?.entries.last?.number ?? 0
    _ = send(.add(1))
    journal?.travel(to: past)
    #expect(state.count == 0)
    journal = nil
    #expect(state.count == 1)
    #expect(!store.isTravelling)
  }

  @Test func aTransientFieldStays() {
    let past = now
    _ = send(.see)
    _ = send(.add(1))
    journal.travel(to: past)
    #expect(state.count == 0)
    #expect(state.seen == 1)
    journal.resume()
    #expect(state.seen == 1)
  }

  @Test func aTravelGoesNoFurtherThanWhereItBegan() async {
    let gate = Gate()
    let past = now
    let sent = send(.addLater(gate, 7))
    _ = send(.add(1))
    let last = now
    journal.travel(to: past)
    gate.open()
    await sent.value
    #expect(now > last)
    journal.travel(to: .max)
    #expect(journal.travelPlace == last)
    #expect(state.count == 1)
    journal.resume()
  }

  // MARK: Waiting actions and reactions

  @Test func anActionThatWaitsWaitsForThePresent() async {
    let store = Store(initialState: Shelf(), feature: Waiting())
    journal.record(store)
    let past = now
    let gate = Gate()
    let first: SentAction = store.send(.wait(gate))
    store.send(.add)
    journal.travel(to: past)
    gate.open()
    await first.value
    func handled() -> Int {
      journal.entries.count { if case .actionHandled = $0.kind { true } else { false } }
    }
    #expect(handled() == 1)
    #expect(store.state.count == 0)
    journal.resume()
    await eventually { store.state.count >= 2 }
    #expect(handled() == 2)
    #expect(store.state.count == 2)
  }

  @Test func reactionsRunForChangesOfThePresent() async {
    let store = Store(initialState: Shelf(), feature: DeskFeature { $0() })
    journal.record(store)
    let past = now
    store.send(.write([.rename("a")]))
    #expect(store.state.seen == 1)
    journal.travel(to: past)
    #expect(store.state.title.isEmpty)
    journal.resume()
    #expect(store.state.seen == 1)
    let gate = Gate()
    let part = DeskPart(gate: gate, writes: [.rename("b")])
    let sent: SentAction = store.send(.work([part], fails: false))
    journal.travel(to: past)
    gate.open()
    await sent.value
    #expect(store.state.seen == 1)
    journal.resume()
    #expect(store.state.title == "b")
    #expect(store.state.seen == 2)
  }

  @Test func anActionDoesNotWaitForAReactionOfThePresent() async {
    let store = Store(initialState: Shelf(), feature: DeskFeature { $0() })
    journal.record(store)
    let gate = Gate()
    let part = DeskPart(gate: gate, writes: [.rename("a")])
    let sent: SentAction = store.send(.work([part], fails: false))
    journal.travel(to: now)
    gate.open()
    var isDone = false
    let waiting = Task {
      await sent.value
      isDone = true
    }
    await eventually { isDone }
    #expect(store.state.seen == 0)
    journal.resume()
    await waiting.value
    #expect(store.state.seen == 1)
  }

  @Test func aBindingRunsNoReactionToWhatIsShown() {
    let store = Store(initialState: Shelf(), feature: DeskFeature { $0() })
    journal.record(store)
    let past = now
    store.send(.write([.rename("a")]))
    journal.travel(to: past)
    store.binding(\.count).set(5)
    Frame.endTurn()
    #expect(store.state.count == 0)
    #expect(store.state.seen == 1)
    journal.resume()
    #expect(store.state.count == 5)
    #expect(store.state.seen == 1)
  }

  @Test func noReactionRunsForACommit() async {
    let store = Store(initialState: Shelf(), feature: DeskFeature { $0() })
    journal.record(store)
    let past = now
    store.send(.write([.rename("a")]))
    journal.travel(to: past)
    journal.commit()
    store.send(.write([.add(1)]))
    #expect(store.state.title.isEmpty)
    #expect(store.state.seen == 1)
  }

  // MARK: Effects

  @Test func anEffectChangesThePresentAndNotWhatIsShown() async {
    let gate = Gate()
    let past = now
    _ = send(.add(3))
    let sent = send(.renameLater(gate, "later"))
    journal.travel(to: past)
    gate.open()
    await sent.value
    #expect(state.title.isEmpty)
    #expect(state.count == 0)
    journal.resume()
    #expect(state.title == "later")
    #expect(state.count == 3)
  }

  @Test func allWritesOfOneTurnAreMovedToThePresent() async {
    let gate = Gate()
    _ = send(.append(1))
    let past = now
    _ = send(.append(2))
    let sent = send(.changeBothLater(gate, 7))
    journal.travel(to: past)
    gate.open()
    await sent.value
    #expect(state.title.isEmpty)
    #expect(state.count == 0)
    #expect(state.boxes.map(\.id) == [1])
    journal.resume()
    #expect(state.title == "7")
    #expect(state.count == 7)
    #expect(state.boxes.map(\.id) == [1, 2, 107])
    #expect(journal.state(of: id, at: now) == state.snapshot())
  }

  @Test func aStoreThatIsNoLongerRecordedShowsItsCurrentState() {
    let past = now
    _ = send(.add(1))
    journal.travel(to: past)
    journal.stopRecording(id)
    #expect(state.count == 1)
    #expect(!store.isTravelling)
  }

  @Test func aWriteWhileTravellingIsMarkedAndCanBeLeftOut() async {
    let gate = Gate()
    let past = now
    _ = send(.add(3))
    let sent = send(.addLater(gate, 10))
    journal.travel(to: past)
    gate.open()
    await sent.value
    let marked = journal.entries.compactMap { entry -> String? in
      guard case .change(let change) = entry.kind, change.isWhileTravelling else { return nil }
      return "\(change.field): \(change.old.text) -> \(change.new.text)"
    }
    #expect(marked == ["count: 3 -> 13"])
    journal.resume(applyingWrites: false)
    #expect(state.count == 3)
    #expect(journal.state(of: id, at: now) == state.snapshot())
  }

  @Test(.needsVirtualTime, .simulated(seeds: 0..<20)) func anObserverNeverSeesThePresentMeanwhile()
    async
  {
    let gate = Gate()
    let past = now
    let sent = send(.renameLater(gate, "later"))
    journal.travel(to: past)
    var seen: [String] = []
    let token = observe { seen.append(state.title) }
    gate.open()
    await sent.value
    await settle()
    #expect(Set(seen) == [""])
    journal.resume()
    await settle()
    #expect(seen.last == "later")
    token.cancel()
  }

  @Test func anEffectThatSendsIsRefused() async {
    let gate = Gate()
    let sent = send(.sendLater(gate))
    let past = now
    journal.travel(to: past)
    gate.open()
    await sent.value
    journal.resume()
    #expect(state.count == 0)
  }

  // MARK: Children

  @Test func aChildThatDidNotExistIsHiddenAndComesBack() async {
    let past = now
    let gate = Gate()
    _ = send(.openBox(1))
    let box = store.scope(\.box)
    let sent: SentAction? = box?.send(.weighLater(gate, 7))
    journal.travel(to: past)
    #expect(state.box == nil)
    #expect(store.scope(\.box) == nil)
    #expect(box?.isTravelling == true)
    gate.open()
    await sent?.value
    journal.resume()
    #expect(store.scope(\.box) === box)
    #expect(box?.state.weight == 7)
    #expect(box?.isTravelling == false)
    box?.send(.weigh(8))
    #expect(state.box?.weight == 8)
  }

  @Test func aChildThatWasRemovedIsShownAgain() {
    _ = send(.openBox(1))
    store.scope(\.box)?.send(.weigh(5))
    let past = now
    let old = state.box
    _ = send(.closeBox)
    _ = send(.openBox(2))
    let present = store.scope(\.box)
    journal.travel(to: past)
    #expect(state.box === old)
    #expect(state.box?.weight == 5)
    let shown = store.scope(\.box)
    #expect(shown?.state === old)
    shown?.send(.weigh(9))
    #expect(old?.weight == 5)
    journal.resume()
    #expect(store.scope(\.box) === present)
    present?.send(.weigh(2))
    #expect(state.box?.weight == 2)
  }

  @Test func rowsAreShownWithTheirValues() {
    for id in 1...3 { _ = send(.append(id)) }
    store.scope(\.boxes, id: 2)?.send(.weigh(2))
    let past = now
    store.scope(\.boxes, id: 2)?.send(.weigh(3))
    _ = send(.removeFirst)
    _ = send(.removeFirst)
    journal.travel(to: past)
    #expect(state.boxes.map(\.id) == [1, 2, 3])
    #expect(state.boxes[1].weight == 2)
    journal.resume()
    #expect(state.boxes.map(\.id) == [3])
  }

  // MARK: Commit

  @Test func aCommitMakesThePastThePresent() async {
    _ = send(.add(1))
    let past = now
    let gate = Gate()
    let later = send(.addLater(gate, 5))
    _ = send(.add(1))
    let last = now
    journal.travel(to: past)
    journal.commit()
    #expect(!store.isTravelling)
    #expect(state.count == 1)
    #expect(journal.state(of: id, at: now) == state.snapshot())
    gate.open()
    await later.value
    let steps = journal.entries.filter { entry in
      if case .effect(_, .cancelled) = entry.kind { true } else { false }
    }
    #expect(steps.count == 1)
    #expect(
      journal.entries.filter { journal.isStruckOut($0) }.count
        == journal.entries.count {
          $0.number > past && $0.number <= last
        }
    )
    _ = send(.add(1))
    #expect(state.count >= 2)
  }

  @Test func anEffectOfTheCommittedStateContinues() async {
    let gate = Gate()
    let sent = send(.addLater(gate, 5))
    let past = now
    _ = send(.add(1))
    journal.travel(to: past)
    journal.commit()
    gate.open()
    await sent.value
    #expect(state.count == 5)
  }

  @Test func aChildOfThePresentEndsWithACommit() {
    let past = now
    _ = send(.openBox(1))
    let box = store.scope(\.box)
    journal.travel(to: past)
    journal.commit()
    box?.send(.weigh(3))
    #expect(box?.state.weight == 0)
    #expect(state.box == nil)
  }

  // MARK: Steps

  @Test func aStepGoesToTheEntryThatIsWanted() {
    _ = send(.add(1))
    _ = send(.rename("a"))
    _ = send(.add(1))
    func isChange(_ entry: JournalEntry) -> Bool {
      if case .change = entry.kind { true } else { false }
    }
    // The last change is reverted.
    #expect(journal.step(.backward, where: isChange) != nil)
    var seen = ["\(state.count)\(state.title)"]
    while journal.step(.backward, where: isChange) != nil {
      seen.append("\(state.count)\(state.title)")
    }
    #expect(seen == ["2a", "1a", "1"])
    while journal.step(.forward, where: isChange) != nil {}
    #expect(state.count == 2)
    journal.resume()
  }

  @Test func stepsLeaveOutTravelsAndWhatIsStruckOut() {
    _ = send(.add(1))
    let past = now
    _ = send(.add(5))
    journal.travel(to: past)
    journal.commit()
    _ = send(.rename("a"))
    var visited: [JournalEntry] = []
    while let entry = journal.step(.backward) { visited.append(entry) }
    journal.resume()
    #expect(visited.map(\.number) == visited.map(\.number).sorted(by: >))
    #expect(visited.contains { $0.number < past })
    #expect(!visited.contains { journal.isStruckOut($0) })
    for case .restored in visited.map(\.kind) {
      Issue.record("A step led to an entry of time travel")
    }
  }

  @Test func changesArePlayedWithPauses() async throws {
    let clock = TestClock()
    let past = now
    for _ in 1...3 { _ = send(.add(1)) }
    journal.travel(to: past)
    let play = Task { [journal] in await journal.play(every: .seconds(1), clock: clock) }
    var seen: [Int] = []
    for _ in 1...3 {
      await clock.waitForSleepers()
      seen.append(state.count)
      await clock.advance(by: .seconds(1))
    }
    await play.value
    #expect(seen == [0, 1, 2])
    #expect(state.count == 3)
    journal.resume()
  }

  @Test(arguments: [1e-300, 1e-9])
  func anySpeedHasAPause(speed: Double) async {
    let clock = TestClock()
    let past = now
    for _ in 1...3 { _ = send(.add(1)) }
    journal.travel(to: past)
    _ = journal.step(.forward)
    let play = Task { [journal] in await journal.play(at: speed, clock: clock) }
    await clock.waitForSleepers()
    play.cancel()
    await play.value
    journal.resume()
  }

  @Test func aCancelledPlayShowsNothingMore() async {
    let clock = DeafClock()
    let past = now
    for _ in 1...3 { _ = send(.add(1)) }
    journal.travel(to: past)
    let play = Task { [journal] in await journal.play(every: .seconds(1), clock: clock) }
    for await _ in clock.starts.stream { break }
    play.cancel()
    clock.ends.continuation.finish()
    await play.value
    #expect(journal.travelPlace == past)
    #expect(state.count == 0)
    journal.resume()
  }

  @Test func aStoreThatEndsLeavesTheTravel() {
    var other: Store<ShelfFeature>? = Store(initialState: Shelf(), feature: ShelfFeature())
    if let other { journal.record(other) }
    let past = now
    _ = send(.add(1))
    journal.travel(to: past)
    other = nil
    journal.resume()
    #expect(state.count == 1)
  }
}
