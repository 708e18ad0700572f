import StateCore
import StateHistory
import StateHistoryPersistence
import StatePersistence
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// One launch of an app, with a page whose steps are saved.
@MainActor
final class Launch {
  let state = Page()
  let clock: TestClock
  let store: Store<PageFeature>
  let saved: SavedState<Page>
  private(set) var history: History?
  private(set) var errors: [SavedStateError] = []

  init(
    _ memory: PersistenceMemory,
    _ clock: TestClock,
    coalescing: Duration? = nil,
    attaches: Bool = true,
    prepare: (Launch) -> Void = { _ in }
  ) async throws {
    self.clock = clock
    saved = try await SavedStates.attach(state, to: .memory(memory), clock: clock)
    store = Store(initialState: state, feature: PageFeature(), clock: clock)
    history = History(
      of: store,
      excluding: [\.visits],
      coalescing: coalescing,
      ignoring: PageFeature.ignores
    ) { _ in "Change" }
    prepare(self)
    if attaches { try await attach(memory) }
  }

  func attach(_ memory: PersistenceMemory) async throws {
    try await history?.persist(to: .memory(memory, key: "history")) { [weak self] error in
      self?.errors.append(error)
    }
  }

  var codes: [SavedStateError.Code] { errors.map(\.code) }
  var undoCount: Int { history?.undoCount ?? -1 }
  var redoCount: Int { history?.redoCount ?? -1 }

  func change(_ change: @escaping @MainActor @Sendable (Page) -> Void) {
    store.send(.change(PageFeature.Change(change: change)))
  }

  func server(_ change: @escaping @MainActor @Sendable (Page) -> Void) {
    store.send(.server(PageFeature.Change(change: change)))
  }

  @discardableResult func undo() -> Bool { history?.undo() ?? false }
  @discardableResult func redo() -> Bool { history?.redo() ?? false }

  /// Saves everything.
  func save() async {
    await settle()
    await clock.advance(by: .milliseconds(300))
    await settle()
    await clock.advance(by: .milliseconds(300))
    await settle()
    #expect(await saved.flush())
    await settle()
  }

  /// Releases the history, as the end of a screen does.
  func end() async {
    history = nil
    await save()
    await saved.detach()
  }
}
