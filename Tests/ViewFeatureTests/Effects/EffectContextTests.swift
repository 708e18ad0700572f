import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Work of one style that work of the other style has sent.
///
/// Each asks only whether it was cancelled itself.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<20), .timeLimit(.minutes(20)))
struct EffectContextTests {
  private final class Notes: ScreenState, StateUpdatable { var isSaved = false }

  private actor NotesStore: ScreenStore {
    enum Action: ActionLockable, Hashable { case work }

    nonisolated let binding = ScreenBinding<Notes>()
    private let work: @Sendable (isolated NotesStore) async throws -> Void

    init(_ work: @escaping @Sendable (isolated NotesStore) async throws -> Void) {
      self.work = work
    }

    func perform(_ action: Action) async throws { try await work(self) }
  }

  private let state = Notes()
  private let gate = Gate()
  private let store = Script.store()

  @Test func aCancelledEffectLeavesTheScreenActionThatItHasSent() async {
    let notes = NotesStore { [gate] store in
      try await gate.pass()
      try await store.updateState { $0.isSaved = true }
    }
    await notes.bind(to: state)
    store.send(.effect("effect", .run(id: "id") { _ in try await notes.send(.work).value }))
    await gate.waitUntilStarted()
    store.cancelTask(id: "id")
    gate.open()
    await settle()
    #expect(state.isSaved)
  }

  @Test func aCancelledScreenActionLeavesTheEffectThatItHasSent() async {
    let isCancelled = LockIsolated<Bool?>(nil)
    let (store, gate) = (store, gate)
    let notes = NotesStore { _ in
      await store.send(
        .effect(
          "effect",
          .run { _ in
            try await gate.pass()
            isCancelled.setValue(CurrentWork.isCancelled)
          }
        )
      )
      .value
    }
    await notes.bind(to: state)
    let action = notes.send(.work)
    await gate.waitUntilStarted()
    action.cancel()
    gate.open()
    await settle()
    #expect(isCancelled.value == false)
  }

  /// The innermost run counts, also for an action that the effect of another action has sent.
  @Test func anActionBelowAnEffectBelowAnActionIsItself() async {
    let (store, gate) = (store, gate)
    let inner = NotesStore { [gate] store in
      try? await gate.pass()
      try await store.updateState { $0.isSaved = true }
    }
    await inner.bind(to: state)
    let sent = LockIsolated<AnyTask?>(nil)
    let outer = NotesStore { _ in
      await store.send(.effect("effect", .run { _ in sent.setValue(inner.send(.work)) })).value
    }
    await outer.bind(to: Notes())
    outer.send(.work)
    await gate.waitUntilStarted()
    sent.value?.cancel()
    gate.open()
    await settle()
    #expect(!state.isSaved)
  }
}
