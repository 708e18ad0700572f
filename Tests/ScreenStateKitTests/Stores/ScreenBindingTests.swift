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
        await CurrentWork.$action.withValue(run) {
          await #expect(throws: CancellationError.self) {
            try await store.updateState { $0.changeCount += 1 }
          }
          #expect(store.binding.stateToLoad(of: BoundStore.self) == nil)
        }
      }
    }
    store.binding.changeRecorder { $0 = moment }
    await store.bind(to: second)
    await #expect(throws: CancellationError.self) { try await sent.value }
    #expect([first, second].map(\.changeCount) == [0, 0])
  }

  /// Nor does it show the failure of work for the first one, which isn't cancelled yet.
  @Test func aFailureDoesNotReachAStateThatIsBeingBound() async {
    let (store, first, second) = (BoundStore(), BoundState(), BoundState())
    await store.bind(to: first)
    let period = store.binding.moment.period
    let moment = BindingMoment {
      #expect(store.viewState === second)
      let error = DisplayableError(message: "Late")
      store.binding.show(error, of: "It", in: period)
    }
    store.binding.changeRecorder { $0 = moment }
    await store.bind(to: second)
    #expect(first.displayError == nil && second.displayError == nil)
  }

  /// Work for the first state isn't cancelled yet when other code finds the second one.
  @Test func workThatIsAddedDuringABindingBelongsToTheStateThatItBeganFor() async {
    let (store, first, second) = (BoundStore(), BoundState(), BoundState())
    await store.bind(to: first)
    let period = store.binding.moment.period
    let (late, new) = (endlessWork(), endlessWork())
    let moment = BindingMoment {
      store.binding.addWork(late, in: period)
      store.binding.addWork(new, in: store.binding.moment.period)
    }
    store.binding.changeRecorder { $0 = moment }
    await store.bind(to: second)
    #expect(late.isCancelled && !new.isCancelled)
    store.binding.changeRecorder { $0 = nil }
    await store.bind(to: first)
    #expect(new.isCancelled)
  }

  @Test func anActionThatIsSentDuringABindingIsForTheNewState() async throws {
    let (store, first, second) = (BoundStore(), BoundState(), BoundState())
    await store.bind(to: first)
    let earlier = store.send(.wait)
    let sent = Locked<AnyTask?>(nil)
    let moment = BindingMoment {
      store.binding.changeRecorder { $0 = nil }
      let new = store.send(.waitToo)
      sent.withLock { $0 = new }
    }
    store.binding.changeRecorder { $0 = moment }
    await store.bind(to: second)
    await #expect(throws: CancellationError.self) { try await earlier.value }
    let new = try #require(sent.withLock { $0 })
    #expect(!new.isCancelled)
    await store.bind(to: first)
    await #expect(throws: CancellationError.self) { try await new.value }
  }

  /// Work that nothing but its cancellation ends.
  private func endlessWork() -> Task<Void, Never> {
    Task { for await _ in AsyncStream<Void>.makeStream().stream {} }
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
    case waitToo
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
