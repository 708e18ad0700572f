import FeatureRecording
import Foundation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// A feature that notes where its code runs with the environment of its store.
private struct Clerk: Feature {
  @MainActor @Observable final class State {
    /// The dates in seconds, by place.
    @ObservationIgnored var places: [String: TimeInterval] = [:]
    var count = 0
    var helper: State?

    func note(_ place: String) {
      places[place] = StoreEnvironment.current.now.timeIntervalSince1970
    }
  }

  enum Action: Sendable {
    case act
    case fail
    case count
    case queue
    case work
    case compose
    case retry
    case limit
    case debounce
    case wait
    case cancel
    case elements
    case helper
    case hire
  }

  struct Failure: Error {}

  struct Watching: SynchronousActionMiddleware {
    let id = "watching"

    @MainActor
    func beforeAction<Action, State>(_ action: Action, state: State) throws {
      (state as? Clerk.State)?.note("before")
    }

    @MainActor
    func afterAction<Action, State>(
      _ action: Action,
      state: State,
      result: ActionTask<Action, State>,
      duration: TimeInterval
    ) throws {
      (state as? Clerk.State)?.note("after")
    }

    @MainActor
    func onError<Action, State>(_ error: any Error, action: Action, state: State) throws {
      (state as? Clerk.State)?.note("middleware for errors")
    }
  }

  struct Helper: Feature {
    let configure: @MainActor (ActionHandler<Action, State>) -> ActionHandler<Action, State>

    func handle() -> ActionHandler<Clerk.Action, Clerk.State> {
      configure(
        ActionHandler { _, state in
          state.note("helper")
          return .run { $0.note("effect of the helper") }
        }
      )
    }
  }

  let helper: OptionalChild<Helper>
  let configure: @MainActor (ActionHandler<Action, State>) -> ActionHandler<Action, State>
  let gate: Gate

  @MainActor
  init(
    gate: Gate = Gate(),
    _ configure:
      @escaping @MainActor (ActionHandler<Action, State>) -> ActionHandler<
        Action, State
      > = { $0 }
  ) {
    self.gate = gate
    self.configure = configure
    helper = OptionalChild(\.helper, Helper { $0 })
  }

  func handle() -> ActionHandler<Action, State> {
    configure(ActionHandler { action, state in try act(action, state) })
  }

  @MainActor
  func act(_ action: Action, _ state: State) throws -> Effect {
    switch action {
    case .act: state.note("handler")
    case .fail:
      state.note("handler")
      throw Failure()
    case .count: state.count += 1
    case .queue:
      state.note("handler")
      return .merge(.send(.act), .send(.count))
    case .work:
      return .run { state in
        state.note("effect")
        await Task.yield()
        state.note("effect later")
        await Task { state.note("task of the effect") }.value
        throw Failure()
      }
    case .compose:
      return .concatenate(
        .run { $0.note("first") },
        .run(id: "second") { $0.note("second") },
        .merge(.run { $0.note("third") }, .run(name: "fourth") { $0.note("fourth") })
      )
    case .retry:
      return .run { state in
        let isAgain = state.places["attempt"] != nil
        state.note(isAgain ? "second attempt" : "attempt")
        if !isAgain { throw Failure() }
      }
      .retry(.immediate(maxAttempts: 2))
    case .limit: return .run { $0.note("limited") }.timeout(.seconds(1_000))
    case .debounce: return .run { $0.note("debounced") }.debounce(id: "d", for: .milliseconds(1))
    case .wait:
      return .run(id: "wait") { [gate] state in
        await withTaskCancellationHandler {
          try? await gate.pass()
        } onCancel: {
          let date = StoreEnvironment.current.now.timeIntervalSince1970
          MainActor.assumeIsolated { state.places["onCancel"] = date }
        }
      }
    case .cancel: return .cancel(id: "wait")
    case .elements:
      return .observe(
        AsyncStream {
          $0.yield(1)
          $0.finish()
        },
        id: "elements"
      ) { _, state in state.note("element") }
    case .helper: return send(.act, to: \.helper)
    case .hire: state.helper = State()
    }
    return .none
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreEnvironmentTests {
  private static let date = Date(timeIntervalSince1970: 7)
  private let environment = StoreEnvironment.controlled(now: Self.date)

  private func makeStore(_ feature: Clerk = Clerk()) -> Store<Clerk> {
    Store(initialState: Clerk.State(), feature: feature, environment: environment)
  }

  /// Checks that code has run in these places, each time with the environment of the store.
  private func expect(
    _ places: [String],
    of state: Clerk.State,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      state.places == Dictionary(uniqueKeysWithValues: places.map { ($0, 7) }),
      sourceLocation: sourceLocation
    )
  }

  @Test func aHandlerHasTheEnvironmentOfItsStore() {
    let store = makeStore()
    store.send(.act)
    expect(["handler"], of: store.state)
    #expect(StoreEnvironment.current.now != Self.date)
  }

  @Test func aStoreWithoutOneHasThatOfTheCodeThatCreatesIt() {
    let store = StoreEnvironment.with(environment) {
      Store(initialState: Clerk.State(), feature: Clerk())
    }
    store.send(.act)
    expect(["handler"], of: store.state)
    StoreEnvironment.with(.controlled()) { _ = store.send(.act) as SentAction }
    expect(["handler"], of: store.state)
  }

  @Test func aStoreThatIsCreatedOutsideOfAllHasTheDefaultWhoeverSends() async {
    let store = Store(initialState: Clerk.State(), feature: Clerk())
    await StoreEnvironment.with(environment) {
      await store.run(.act)
      await store.run(.elements)
      store.send(.queue)
    }
    #expect(Set(store.state.places.keys) == ["handler", "element"])
    #expect(!store.state.places.values.contains(7))
  }

  @Test func anEffectOfAStoreCannotChangeTheEnvironmentOfItsHandler() async {
    struct Sending: Feature {
      func handle() -> ActionHandler<Bool, Clerk.State> {
        ActionHandler { isLast, state in
          state.note(isLast ? "last" : "first")
          if isLast { return .none }
          return .run { _, send in
            _ = StoreEnvironment.with(.controlled()) { send(true) }
          }
        }
      }
    }
    let store = Store(initialState: Clerk.State(), feature: Sending(), environment: environment)
    await store.run(false)
    expect(["first", "last"], of: store.state)
  }

  @Test func aStoreThatAnEffectOfAnotherCreatesHasThatOfTheEffect() async {
    let made = LockIsolated<Store<Clerk>?>(nil)
    struct Maker: Feature {
      let made: LockIsolated<Store<Clerk>?>
      func handle() -> ActionHandler<Bool, Clerk.State> {
        ActionHandler { _, _ in
          .run { _ in made.setValue(Store(initialState: Clerk.State(), feature: Clerk())) }
        }
      }
    }
    let maker = Store(
      initialState: Clerk.State(),
      feature: Maker(made: made),
      environment: environment
    )
    await maker.run(true)
    made.value?.send(.act)
    #expect(made.value?.state.places == ["handler": 7])
  }

  @Test func aStoreHasItsOwnWithinAnotherOne() {
    let store = makeStore()
    StoreEnvironment.with(.controlled()) { _ = store.send(.act) as SentAction }
    expect(["handler"], of: store.state)
  }

  @Test func aStoreWithTheLiveOneIsLiveWhoeverSends() async {
    let store = Store(initialState: Clerk.State(), feature: Clerk(), environment: .live)
    await StoreEnvironment.with(environment) {
      await store.run(.act)
      await store.run(.elements)
      store.send(.hire)
      await store.run(.helper)
    }
    #expect(Set(store.state.places.keys) == ["handler", "element"])
    #expect(!store.state.places.values.contains(7))
    #expect(store.state.helper?.places.values.contains(7) == false)
  }

  @Test func theClockOfAStoreIsThatOfItsEnvironment() {
    let clock = TestClock()
    let given = Store(
      initialState: Clerk.State(),
      feature: Clerk(),
      environment: environment.changing { $0.clock = clock }
    )
    #expect(given.environment.clock is TestClock)
    let own = Store(
      initialState: Clerk.State(),
      feature: Clerk(),
      clock: ImmediateClock(),
      environment: given.environment
    )
    #expect(own.environment.clock is ImmediateClock)
    #expect(Store(initialState: Clerk.State(), feature: Clerk()).environment.ownClock == nil)
  }

  @Test func queuedActionsHaveIt() {
    let store = makeStore()
    store.send(.queue)
    #expect(store.state.count == 1)
    expect(["handler"], of: store.state)
  }

  @Test func anAsynchronousHandlerHasIt() async {
    struct Slow: Feature {
      func handle() -> ActionHandler<Clerk.Action, Clerk.State> {
        ActionHandler { action, state in
          state.note("\(action)")
          await Task.yield()
          state.note("\(action) later")
          return .run { $0.note("effect of \(action)") }
        }
      }
    }
    let store = Store(initialState: Clerk.State(), feature: Slow(), environment: environment)
    let first: SentAction = store.send(.act)
    let second: SentAction = store.send(.count)
    await first.value
    await second.value
    expect(
      ["act", "act later", "effect of act", "count", "count later", "effect of count"],
      of: store.state
    )
  }

  @Test func middlewareAndTheHandlerOfErrorsHaveIt() async {
    let store = makeStore(
      Clerk { $0.use(Clerk.Watching()).onError { _, state in state.note("onError") } }
    )
    store.send(.fail)
    expect(["before", "handler", "middleware for errors", "onError"], of: store.state)
    store.state.places = [:]
    await store.run(.work)
    expect(
      [
        "before", "after", "effect", "effect later", "task of the effect",
        "middleware for errors", "onError",
      ],
      of: store.state
    )
  }

  @Test func effectsOfAllKindsHaveIt() async {
    let store = makeStore()
    await store.run(.compose)
    await store.run(.retry)
    await store.run(.limit)
    await store.run(.debounce)
    await store.run(.elements)
    expect(
      [
        "first", "second", "third", "fourth", "attempt", "second attempt", "limited", "debounced",
        "element",
      ],
      of: store.state
    )
  }

  @Test func handlersOfCancellationHaveIt() async {
    let gate = Gate()
    let store = makeStore(Clerk(gate: gate))
    let sent: SentAction = store.send(.wait)
    await gate.waitUntilStarted()
    store.cancelTask(id: "wait")
    await sent.value
    expect(["onCancel"], of: store.state)
  }

  @Test func reactionsAndTheirEffectsHaveIt() async {
    let store = makeStore(
      Clerk {
        $0.onChange(of: \.count) { _, _, state in
          state.note("reaction")
          return .run { $0.note("effect of the reaction") }
        }
      }
    )
    await store.run(.count)
    expect(["reaction", "effect of the reaction"], of: store.state)
    store.state.places = [:]
    await store.write(\.count, 5).value
    expect(["reaction", "effect of the reaction"], of: store.state)
  }

  @Test func childrenHaveThatOfTheirParent() async throws {
    let store = makeStore()
    store.send(.hire)
    let helper = try #require(store.scope(\.helper))
    await helper.run(.act)
    expect(["helper", "effect of the helper"], of: helper.state)
    helper.state.places = [:]
    await store.run(.helper)
    expect(["helper", "effect of the helper"], of: helper.state)
  }

  @Test func aTestStoreHasIt() async {
    let store = TestStore(
      initialState: Clerk.State(),
      feature: Clerk { $0.onError { _, _ in } },
      environment: environment
    )
    store.exhaustivity = .off
    await store.send(.act)
    await store.send(.work)
    await store.send(.hire)
    await store.store.scope(\.helper)?.run(.act)
    expect(["handler", "effect", "effect later", "task of the effect"], of: store.state)
    #expect(store.state.helper?.places == ["helper": 7, "effect of the helper": 7])
  }

  @Test func aRecordedStoreTellsTheValuesAndTheirCauses() async {
    let log = EventLog()
    defer { log.stop() }
    let store = makeStore()
    store.startRecording()
    await store.run(.act)
    await store.run(.compose)
    let lines = log.lines(of: store.storeID).filter { $0.contains("the date") }
    let date = "the date \(Self.date)"
    #expect(
      lines == [
        "\(date), by action 1", "\(date), by effect 2", "\(date), by effect 3",
        "\(date), by effect 4", "\(date), by effect 5",
      ]
    )
    log.stop()
    await store.run(.act)
    #expect(log.lines(of: store.storeID).filter { $0.contains("the date") }.count == 5)
  }
}
