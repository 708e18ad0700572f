import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenRecording
@testable import ScreenStateKit

/// The start and the end of recordings, and the events of states.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenRecorderTests {
  private struct Silent: NonPresentableError {
    var isSilent: Bool { true }
  }

  private let log = EventLog()

  // MARK: States

  @Test func changesOfAStateHaveTheirCauses() {
    let state = NotesState()
    state.startRecording()
    state.notes = ["a"]
    state.updateState { $0.notes.append("b") }
    #expect(
      log.lines(of: state.storeID) == [
        "made NotesState: NotesState",
        "notes: [] -> [\"a\"], by outside",
        "notes: [\"a\"] -> [\"a\", \"b\"], by update",
      ]
    )
  }

  @Test func changesOfAStateWithoutFieldsHaveTheirCauses() {
    let state = PlainNotesState()
    state.startRecording()
    state.notes = ["a"]
    state.updateState { $0.notes.append("b") }
    #expect(
      log.lines(of: state.storeID) == [
        "made PlainNotesState: PlainNotesState",
        "notes: [] -> [\"a\"], by outside",
        "notes: [\"a\"] -> [\"a\", \"b\"], by update",
      ]
    )
  }

  @Test func loadingAndErrorsAreEvents() {
    let state = NotesState()
    state.startRecording()
    state.loadingStarted()
    state.loadingStarted()
    state.displayError = DisplayableError(message: "offline")
    state.displayError = nil
    state.loadingFinished()
    state.loadingFinished()
    state.displayError = DisplayableError(error: Silent())
    let lines = log.lines(of: state.storeID).dropFirst()
    #expect(lines.prefix(1) == ["loading begins"])
    #expect(lines.filter { $0.hasPrefix("error") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("loading") }.count.isMultiple(of: 2))
    #expect(!state.isLoading)
  }

  @Test func aParentHasTheEventsOfItsOwn() {
    let parent = NotesState()
    let child = NotesState(states: parent)
    parent.startRecording()
    child.startRecording()
    child.loadingStarted()
    child.loadingFinished()
    for state in [parent, child] {
      #expect(log.lines(of: state.storeID).dropFirst() == ["loading begins", "loading ends"])
    }
  }

  @Test func aRecordingKeepsNoState() {
    var states: [ScreenState?] = [NotesState(), PlainNotesState()]
    for index in states.indices {
      weak let released = states[index]
      states[index]?.startRecording()
      let id = states[index]?.storeID
      states[index] = nil
      #expect(released == nil)
      #expect(id.map { log.lines(of: $0).last } == "ended")
    }
  }

  @Test func eachOneWhoRecordsStopsForItself() {
    let state = NotesState()
    state.startRecording()
    state.startRecording()
    state.stopRecording()
    state.notes = ["a"]
    #expect(log.lines(of: state.storeID).count == 3)
    state.stopRecording()
    state.stopRecording()
    state.notes = ["b"]
    state.loadingStarted()
    #expect(log.lines(of: state.storeID).count == 3)
    state.startRecording()
    state.notes = ["c"]
    #expect(
      log.lines(of: state.storeID).suffix(2) == [
        "made NotesState: NotesState", "notes: [\"b\"] -> [\"c\"], by outside",
      ]
    )
  }

  // MARK: Stores

  @Test func theEndOfTheStateDropsWhatWaits() async {
    let store = NotesStore()
    var state: NotesState? = NotesState()
    if let state { await store.binding(state: state) }
    store.binding.startRecording()
    let id = store.binding.storeID
    let running: AnyTask = store.receive(action: .insist("a"))
    await store.gate.waitUntilStarted()
    let queued: AnyTask = store.receive(action: .queue("b"))
    let waiting: AnyTask = store.receive(action: .queue("c"))
    state = nil
    #expect(state == nil)
    store.gate.open()
    for sent in [running, queued, waiting] { _ = try? await sent.waitComplete() }
    let lines = log.lines(of: id)
    #expect(lines.filter { $0.contains("action 3") }.count == 3)
    let dropped = "action 3 dropped: \(StateEvent.DropReason.storeHasEnded.rawValue)"
    let end = lines.firstIndex(of: "ended")
    #expect(end != nil && lines.firstIndex(of: dropped).map { $0 < end ?? 0 } == true)
    #expect(lines.filter { $0 == "ended" }.count == 1)
    #expect(lines.last { $0.hasPrefix("action 1") } == "action 1 done")
    #expect(lines.count { $0.hasPrefix("action 2 d") } == 1)
    #expect(!lines.contains { $0.hasPrefix("notes") })
  }

  @Test func eachStateThatIsBoundIsASeparateStore() async throws {
    let store = NotesStore()
    let (first, second) = (NotesState(), NotesState())
    await store.binding(state: first)
    store.binding.startRecording()
    let firstID = store.binding.storeID
    try await store.receive(action: .add("a")).waitComplete()
    await store.binding(state: second)
    try await store.receive(action: .add("b")).waitComplete()
    first.notes = []
    #expect(
      log.lines(of: firstID) == [
        "made NotesStore: NotesState",
        "action 1 received: add(\"a\"), by outside",
        "notes: [] -> [\"a\"], by action 1",
        "action 1 handled",
        "action 1 done",
        "ended",
      ]
    )
    #expect(store.binding.storeID != firstID)
    #expect(
      log.lines(of: store.binding.storeID) == [
        "made NotesStore: NotesState",
        "action 1 received: add(\"b\"), by outside",
        "notes: [] -> [\"b\"], by action 1",
        "action 1 handled",
        "action 1 done",
      ]
    )
  }

  @Test func theEndOfTheStoreEndsTheRecording() async {
    var store: NotesStore? = NotesStore(clock: TestClock())
    let state = NotesState()
    await store?.binding(state: state)
    store?.binding.startRecording()
    let id = state.storeID
    let sent = store?.receive(action: .debounce("a"))
    store = nil
    _ = try? await sent?.waitComplete()
    state.notes = ["b"]
    #expect(
      log.lines(of: id) == [
        "made NotesStore: NotesState",
        "action 1 received: debounce(\"a\"), by outside",
        "action 1 queued",
        "action 1 dropped: \(StateEvent.DropReason.storeHasEnded.rawValue)",
        "ended",
      ]
    )
  }

  @Test func aStateThatIsBoundLaterIsRecorded() async throws {
    let store = NotesStore()
    store.binding.startRecording()
    let id = store.binding.storeID
    let state = NotesState()
    await store.binding(state: state)
    try await store.receive(action: .add("a")).waitComplete()
    #expect(store.binding.storeID == id)
    #expect(log.lines(of: id).first == "made NotesStore: NotesState")
    #expect(log.lines(of: id).last == "action 1 done")
  }

  @Test(.notRepeated, arguments: 0..<50)
  func actionsBeforeTheValuesOfTheBeginningComeBehindThem(_: Int) async throws {
    let store = NotesStore()
    let state = NotesState()
    store.binding.startRecording()
    // The main actor reads the values later.
    try await Task.detached {
      store.binding.bind(state, of: NotesStore.self)
      try await store.receive(action: .add("a")).waitComplete()
    }.value
    let lines = log.lines(of: store.binding.storeID)
    #expect(lines.first == "made NotesStore: NotesState")
    #expect(lines.filter { $0.hasPrefix("action") }.count == 3)
    #expect(state.notes == ["a"])
  }

  @Test func aNewStoreIsRecordedIfAllAre() {
    let (store, state) = (NotesStore(), NotesState())
    // Must not suspend, because other tests also create stores.
    EventCenter.recordersOfAll += 1
    store.binding.bind(state, of: NotesStore.self)
    EventCenter.recordersOfAll -= 1
    #expect(log.lines(of: store.binding.storeID) == ["made NotesStore: NotesState"])
  }

  @Test func aStoreOfVersion1IsRecordedWithItsState() async throws {
    let store = TrackedNotesStore()
    let state = NotesState()
    await store.bind(state)
    state.startRecording()
    try await store.nonisolatedReceive(action: .add("a")).waitComplete()
    _ = try? await store.nonisolatedReceive(action: .fail).waitComplete()
    var lines = log.lines(of: state.storeID)
    #expect(lines.remove(at: 8).hasPrefix("error shown"))
    #expect(
      lines == [
        "made NotesState: NotesState",
        "action 1 received: add(\"a\"), by outside",
        "notes: [] -> [\"a\"], by action 1",
        "action 1 handled",
        "action 1 done",
        "action 2 received: fail, by outside",
        "action 2 failed: NotesFailure()",
        "action 2 handled",
        "action 2 done",
      ]
    )
  }
}

private actor TrackedNotesStore: TrackedActionStore {
  weak var viewState: NotesState?

  func bind(_ state: NotesState) {
    viewState = state
  }

  func receive(action: NotesStore.Action) async throws {
    guard case .add(let note) = action else { throw NotesFailure() }
    await viewState?.updateState { $0.notes.append(note) }
  }
}
