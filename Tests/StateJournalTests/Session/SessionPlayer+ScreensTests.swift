import ScreenStateKit
import StateCore
import StateFields
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateJournal

/// Sessions of screens, shown by their states.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionPlayerScreensTests {
  private struct CountFeature: Feature {
    enum Action: Sendable { case add }

    func handle() -> ActionHandler<Action, Page> {
      ActionHandler { _, page in
        page.count += 1
        return .none
      }
    }
  }

  private func makeScreen(_ state: TallyState) async -> TallyStore {
    let store = TallyStore()
    await store.binding(state: state)
    return store
  }

  @Test func screensShowASession() async throws {
    let journal = Journal()
    let state = TallyState()
    let store = await makeScreen(state)
    journal.record(store)
    await store.isolatedReceive(action: .add)
    await store.isolatedReceive(action: .add)
    let session = try StateSession(journal.session().data)
    let shown = TallyState()
    let other = await makeScreen(shown)
    let player = SessionPlayer(session)
    try player.show(in: other)
    #expect(shown.isTravelling)
    while player.step(.forward, where: { $0.kind.isChange(of: "count") }) != nil {}
    #expect(shown.count == 2)
    await other.isolatedReceive(action: .add)
    #expect(shown.count == 2)
    player.end()
    #expect(!shown.isTravelling)
    await other.isolatedReceive(action: .add)
    #expect(shown.count == 3)
    let alone = TallyState()
    try player.show(in: alone)
    #expect(alone.isTravelling)
    #expect(player.travel(to: .max))
    #expect(alone.count == 2)
    player.end()
    #expect(!alone.isTravelling)
    let unbound = TallyStore()
    #expect(throws: SessionPlayerError.hasNoState) { try player.show(in: unbound) }
  }

  @Test func storesOfBothStylesAreInOneSession() async throws {
    let journal = Journal()
    let state = TallyState()
    let screen = await makeScreen(state)
    let store = Store(initialState: Page(), feature: CountFeature())
    journal.record(screen)
    journal.record(store)
    await screen.isolatedReceive(action: .add)
    store.send(.add)
    let session = try StateSession(journal.session().data)
    #expect(
      session.stores.map(\.feature) == ["TallyStore", "SessionPlayerScreensTests.CountFeature"]
    )
    let (shownStore, shownScreen) = (
      Store(initialState: Page(), feature: CountFeature()), TallyState()
    )
    let (one, other) = (SessionPlayer(session), SessionPlayer(session))
    try one.show(in: shownStore)
    try other.show(in: shownScreen)
    one.travel(to: .max)
    other.travel(to: .max)
    #expect(shownStore.state.count == 1)
    #expect(shownScreen.count == 1)
  }
}

extension SessionEntry.Kind {
  fileprivate func isChange(of field: String) -> Bool {
    if case .change(let change) = self { change.name == field } else { false }
  }
}

@MainActor @Observable
private final class TallyState: ScreenState, SnapshotState, StateUpdatable {
  var count = 0

  static let snapshotFields = SnapshotFields<TallyState> {
    SnapshotField("count", \.count)
    SnapshotField("isLoading", \.isLoading)
  }
}

private actor TallyStore: ScreenStore {
  enum Action: ActionLockable, Hashable { case add }

  nonisolated let binding = ScreenBinding<TallyState>()

  func perform(_ action: Action) async throws {
    await viewState?.updateState { $0.count += 1 }
  }
}
