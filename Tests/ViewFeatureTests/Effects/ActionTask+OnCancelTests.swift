import StateCore
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ActionTaskOnCancelTests {
  private struct Failure: Error {}

  /// Runs the effect that a test builds from one that waits at the gate.
  struct Screen: Feature {
    typealias Make = @MainActor (Effect) -> Effect

    @Observable @MainActor
    final class State {
      var cancels: [Int] = []
      var errors = 0
    }

    enum Action: Sendable {
      case start(Int)
      case cancel
    }

    let gate: Gate
    /// Whether the whole effect has the handler, instead of the effect inside it.
    var isOfWhole = false
    let make: Make

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, _ in
        switch action {
        case .start(let number):
          let effect = Effect.run { [gate] in try await gate.pass() }
          let handler: @MainActor (State) -> Void = { $0.cancels.append(number) }
          let whole = isOfWhole ? make(effect).onCancel(handler) : make(effect.onCancel(handler))
          return whole.catch { _, state in state.errors += 1 }
        case .cancel: return .cancel(id: "id")
        }
      }
    }
  }

  /// An effect whose action waits behind a suspended handler.
  struct Busy: Feature {
    @Observable @MainActor
    final class State {
      var isBusy = false
    }

    enum Action: Sendable {
      case start, done, suspend
    }

    let gate: Gate

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .start:
          state.isBusy = true
          return .run { _, send in send(.done) }.onCancel { $0.isBusy = false }
        case .done: state.isBusy = false
        case .suspend: try? await gate.pass()
        }
        return .none
      }
    }
  }

  @Test(.needsVirtualTime, arguments: [true, false])
  func itIsCalledWhileAnActionOfTheEffectWaits(isCancelled: Bool) async throws {
    try await simulate { @MainActor in
      let gate = Gate()
      let store = Store(initialState: Busy.State(), feature: Busy(gate: gate))
      let start: SentAction = store.send(.start)
      let suspend: SentAction = store.send(.suspend)
      await gate.waitUntilStarted()
      await settle()
      #expect(store.state.isBusy)
      if isCancelled { start.cancel() }
      gate.open()
      await suspend.value
      await start.value
      #expect(!store.state.isBusy)
    }
  }

  private let gate = Gate()
  private let clock = TestClock()

  private func store(_ make: @escaping Screen.Make) -> Store<Screen> {
    Store(initialState: Screen.State(), feature: Screen(gate: gate, make: make), clock: clock)
  }

  /// The forms in which the effect can be part of another one.
  enum Form: CaseIterable {
    case plain, keyed, queued, delayed, retried, limited, merged, inOrder, keyedGroup, debounced
  }

  private static func make(_ form: Form) -> Screen.Make {
    { effect in
      switch form {
      case .plain: effect
      case .keyed: effect.cancellable(id: "id", cancelInFlight: true)
      case .queued: effect.queued(id: "id")
      case .delayed: effect.delay(for: .seconds(1))
      case .retried: effect.retry(.constant(.seconds(1)))
      case .limited: effect.timeout(.seconds(9))
      case .merged: .merge(effect, .run { _ in })
      case .inOrder: .concatenate(.run { _ in }, effect)
      case .keyedGroup: .merge(effect, .run { _ in }).cancellable(id: "id")
      case .debounced: effect.debounce(id: "id", for: .seconds(1))
      }
    }
  }

  @Test(arguments: Form.allCases) func cancellingTheActionCallsIt(form: Form) async {
    let store = store(Self.make(form))
    let sent = store.send(.start(1))
    if form != .delayed, form != .debounced { await gate.waitUntilStarted() }
    sent.cancel()
    await sent.value
    #expect(store.state.cancels == [1])
    #expect(store.state.errors == 0)
  }

  @Test(arguments: [Form.plain, .keyed, .queued, .delayed, .limited, .retried, .merged, .debounced])
  func cancellingTheActionBeforeItBeginsCallsIt(form: Form) async {
    let store = store(Self.make(form))
    let sent = store.send(.start(1))
    sent.cancel()
    await sent.value
    #expect(store.state.cancels == [1])
  }

  @Test(arguments: [Form.keyed, .queued, .keyedGroup, .debounced])
  func cancellingTheIDCallsIt(form: Form) async {
    let store = store(Self.make(form))
    let sent = store.send(.start(1))
    store.send(.cancel)
    await sent.value
    #expect(store.state.cancels == [1])
  }

  /// Operators on a group, which has no task that ends after its parts.
  static let groups: [Screen.Make] = [
    { $0 },
    { $0.queued(id: "id") },
    { $0.limited(id: "id", to: 2).queued(id: "other") },
    { $0.cancellable(id: "id").execution(.restart, id: "other") },
    { $0.throttle(id: "id", for: .seconds(1)) },
    { $0.retry(.immediate()).queued(id: "id") },
  ]

  @Test(arguments: 0..<6, [true, false])
  func cancellingAGroupCallsIt(group: Int, isOfAction: Bool) async {
    let make: Screen.Make = { Self.groups[group](.merge($0, .run { _ in })) }
    let feature = Screen(gate: gate, isOfWhole: true, make: make)
    let store = Store(initialState: Screen.State(), feature: feature, clock: clock)
    let sent = store.send(.start(1))
    await gate.waitUntilStarted()
    if isOfAction { sent.cancel() } else { store.cancelAllTasks() }
    await sent.value
    #expect(store.state.cancels == [1])
    #expect(store.state.errors == 0)
  }

  @Test func cancellingAllTasksCallsIt() async {
    let store = store(Self.make(.keyed))
    let sent = store.send(.start(1))
    store.cancelAllTasks()
    await sent.value
    #expect(store.state.cancels == [1])
  }

  @Test(arguments: [Form.keyed, .debounced]) func aReplacementDoesNotCallIt(form: Form) async {
    let store = store(Self.make(form))
    let first = store.send(.start(1))
    let second = store.send(.start(2))
    await first.value
    #expect(store.state.cancels.isEmpty)
    second.cancel()
    await second.value
    #expect(store.state.cancels == [2])
  }

  @Test func anEffectThatAPolicyDropsIsNotCancelled() async {
    let store = store { $0.execution(.dropWhileRunning, id: "id") }
    let first = store.send(.start(1))
    await store.send(.start(2)).value
    #expect(store.state.cancels.isEmpty)
    gate.open()
    await first.value
    #expect(store.state.cancels.isEmpty)
  }

  @Test func itsEndDoesNotCallIt() async {
    let store = store { $0 }
    let sent = store.send(.start(1))
    gate.open()
    await sent.value
    sent.cancel()
    #expect(store.state.cancels.isEmpty)
  }

  @Test func itsTimeoutIsAFailure() async {
    let store = store(Self.make(.limited))
    let sent = store.send(.start(1))
    await gate.waitUntilStarted()
    await clock.advance(by: .seconds(9))
    await sent.value
    #expect(store.state.cancels.isEmpty)
    #expect(store.state.errors == 1)
  }

  @Test func theStateHearsOfTheEndOfTheStore() async {
    var store: Store<Screen>? = store(Self.make(.plain))
    let state = store?.state
    let sent = store?.send(.start(1))
    await gate.waitUntilStarted()
    store = nil
    await sent?.value
    #expect(store == nil && state?.cancels == [1])
  }
}
