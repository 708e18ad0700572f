import StateCore
import Testing

@testable import ScreenStateKit

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenBindingTests {
  /// Changes the state for an action after another state is bound, and before that cancels the action.
  @Test func anActionThatBeganForOneStateChangesNoOther() async {
    let (first, second) = (BoundState(), BoundState())
    let store = BoundStore()
    await store.bind(to: first)
    let sent = store.send(.wait)
    while store.run.withLock({ $0 == nil }) { await Task.yield() }
    let moment = BindingMoment {
      let run = store.run.withLock { $0 }
      #expect(store.viewState === second)
      _ = ImmediateTask.start { @MainActor in
        await ActionRun.$current.withValue(run) {
          await #expect(throws: CancellationError.self) {
            try await store.updateState { $0.changeCount += 1 }
          }
        }
      }
    }
    store.binding.changeListener { $0 = moment }
    await store.bind(to: second)
    await #expect(throws: CancellationError.self) { try await sent.value }
    #expect([first, second].map(\.changeCount) == [0, 0])
  }
}

@Observable @MainActor
private final class BoundState: ScreenState, StateUpdatable {
  var changeCount = 0
}

/// A store on the main thread, so that its calls of `bind(to:)` can run code of the main actor.
private actor BoundStore: ScreenStore {
  enum Action: ActionLockable, Hashable {
    case wait
  }

  nonisolated let binding = ScreenBinding<BoundState>()
  nonisolated let run = Locked<ActionRun?>(nil)

  nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

  func perform(_ action: Action) async throws {
    run.withLock { $0 = ActionRun.current }
    // Ends when the action is cancelled.
    for await _ in AsyncStream<Void>.makeStream().stream {}
  }
}

/// Runs code in `bind(to:)`, between the new state and the end of the work for the old one.
private final class BindingMoment: ScreenStoreListener, ScreenListener {
  private let body: @MainActor @Sendable () -> Void

  init(_ body: @escaping @MainActor @Sendable () -> Void) {
    self.body = body
  }

  func storeWillLeave() { MainActor.assumeIsolated { body() } }

  func listener(
    to state: ScreenState,
    of store: (any Any.Type)?,
    as id: StoreID?
  ) -> any ScreenListener { self }

  func bound(_ store: any AnyObject & Sendable, to listener: any ScreenListener) {}

  func received(_ action: any Sendable, from place: SendPlace) -> any ActionListener {
    fatalError("No action is received after the listening begins.")
  }

  func elementArrived(_ element: any Sendable, of sequence: any Any.Type) {}
  func storeHasLeft() {}
  func stateWillEnd() {}
  func stateHasEnded() {}
  func take(_ event: WorkEvent) {}
}
