import StateCore
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenRecording
@testable import ScreenStateKit

/// The source locations of actions in events.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionEventsOriginTests {
  /// The protocol as declared in an older document.
  private protocol Sending: Actor {
    nonisolated func receive(action: NotesStore.Action)
    func isolatedReceive(action: NotesStore.Action) async
  }

  private actor OlderStore: ScreenStore, Sending {
    typealias Action = NotesStore.Action
    nonisolated let binding = ScreenBinding<NotesState>()

    func perform(_ action: Action) async throws {}
  }

  private actor TrackedStore: TrackedActionStore {
    weak var viewState: NotesState?

    func bind(_ state: NotesState) { viewState = state }
    func receive(action: NotesStore.Action) async throws {}
  }

  private let log = EventLog()
  private let state = NotesState()

  private func origins(_ store: StoreID) -> [String?] {
    log.kinds(of: store).reduce(into: []) { origins, kind in
      if case .actionReceived(_, let received) = kind {
        origins.append(received.origin?.description)
      }
    }
  }

  private func here(_ line: UInt) -> String { "\(#fileID):\(line)" }

  @Test func aSendHasItsPlaceInTheSource() async throws {
    let store = NotesStore()
    await store.binding(state: state)
    store.binding.startRecording()
    let line: UInt = #line
    try await store.receive(action: .add("a")).waitComplete()
    await store.isolatedReceive(action: .add("b"))
    let sent: AnyTask = store.receive(action: .add("c"), fileID: "Sender.swift", line: 7)
    try await sent.waitComplete()
    #expect(
      origins(store.binding.storeID) == [here(line + 1), here(line + 2), "Sender.swift:7"]
    )
  }

  @Test func aSendOfAnActionHasItsPlaceToo() async {
    let store = NotesStore()
    await store.binding(state: state)
    store.binding.startRecording()
    await store.isolatedReceive(action: .send("a"))
    #expect(origins(store.binding.storeID).allSatisfy { $0 != nil })
    #expect(origins(store.binding.storeID).count == 2)
  }

  @Test func aRefusedActionHasItsPlace() async {
    let store = NotesStore()
    await store.binding(state: state)
    store.binding.startRecording()
    state.beginTravel()
    let line: UInt = #line
    await store.isolatedReceive(action: .add("a"))
    state.endTravel(keepsShown: false)
    #expect(origins(store.binding.storeID) == [here(line + 1)])
  }

  @Test func functionValuesAndRequirementsHaveNone() async throws {
    let store = OlderStore()
    await store.binding(state: state)
    store.binding.startRecording()
    let send = store.receive(action:)
    try await send(.add("a")).waitComplete()
    let drop: (NotesStore.Action) -> Void = store.receive(action:)
    drop(.add("b"))
    let wait: (NotesStore.Action) async -> Void = store.isolatedReceive(action:)
    await wait(.add("c"))
    let older: any Sending = store
    older.receive(action: .add("d"))
    await older.isolatedReceive(action: .add("e"))
    #expect(origins(store.binding.storeID) == Array(repeating: nil, count: 5))
  }

  @Test func aTrackedStoreHasThePlacesOfItsSends() async throws {
    let store = TrackedStore()
    await store.bind(state)
    state.startRecording()
    let bag = CancelBag()
    let line: UInt = #line
    try await store.nonisolatedReceive(action: .add("a")).waitComplete()
    try await store.nonisolatedReceive(action: .add("b"), canceller: bag).waitComplete()
    let send = store.nonisolatedReceive(action:canceller:)
    try await send(.add("c"), nil).waitComplete()
    #expect(origins(state.storeID) == [here(line + 1), here(line + 2), nil])
  }
}
