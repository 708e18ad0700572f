import Observation
import StateCore
import StateFields
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreLifeCycleTests {
  private let log = RoomLog()
  private let assertions = RecordingAssertions()

  private func makeStore(_ name: String) -> TestStore<LifeRoom> {
    TestStore(
      initialState: LifeRoom.State(name, log),
      feature: LifeRoom(),
      assertionProvider: assertions
    )
  }

  @Test func theChangesOfOnStartAreAsserted() async {
    let store = makeStore("counting")
    await store.started {
      $0.count = 1
      $0.seen = [1]
    }
    await store.send(.ticked) {
      $0.count = 11
      $0.seen = [1, 11]
    }
    #expect(assertions.messages.isEmpty)
  }

  @Test func otherChangesOfOnStartFail() async {
    let store = makeStore("counting")
    await store.started { $0.count = 2 }
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("The state after onStart") == true)
  }

  @Test func changesThatAreNotAssertedFailBeforeTheNextAction() async {
    let store = makeStore("counting")
    await store.send(.ticked) {
      $0.count = 11
      $0.seen = [1, 11]
    }
    #expect(assertions.messages.count == 1)
    let message = assertions.messages.first ?? ""
    #expect(message.contains("changes of onStart must be asserted before ticked"))
  }

  @Test func withoutExhaustivityTheyAreSkippedOrNamed() async {
    let store = makeStore("counting")
    store.exhaustivity = .off
    await store.send(.ticked) {
      $0.count = 11
      $0.seen = [1, 11]
    }
    let other = makeStore("counting")
    other.exhaustivity = .off
    await other.started { $0.count = 1 }
    #expect(assertions.messages.isEmpty)
  }

  @Test func aStartWithoutChangesNeedsNoAssertion() async {
    let store = makeStore("quiet")
    await store.send(.ticked) {
      $0.count = 10
      $0.seen = [10]
    }
    #expect(assertions.messages.isEmpty)
  }

  @Test func theActionsOfOnStartAreReceived() async {
    let store = makeStore("ticking")
    await store.receive(.ticked) {
      $0.count = 10
      $0.seen = [10]
    }
    await store.finish()
    #expect(assertions.messages.isEmpty)
  }

  @Test func anEffectThatNeverEndsIsReportedAtTheEnd() async {
    do {
      let store = makeStore("kitchen")
      await store.send(.log("a"))
    }
    #expect(assertions.messages.first?.contains("Effects are still running") == true)
    #expect(assertions.messages.first?.contains("onStart") == true)
  }

  @Test func theChangesOfAChildBelongToTheActionThatBringsIt() async {
    let store = TestStore(
      initialState: LifeHouse.State(log),
      feature: LifeHouse(),
      assertionProvider: assertions
    )
    await store.send(.open("counting")) { [log] in
      let room = LifeRoom.State("counting", log)
      room.count = 1
      room.seen = [1]
      $0.room = room
    }
    await store.send(.close) { $0.room = nil }
    #expect(assertions.messages.isEmpty)
    #expect(log.texts == ["house begins", "counting begins", "counting ends"])
  }

  /// Two rooms, of which the first one may send an action before the second one begins.
  struct Duo: Feature {
    @MainActor @Observable final class State: SnapshotState {
      let first: LifeRoom.State
      let second: LifeRoom.State

      init(_ log: RoomLog) {
        first = LifeRoom.State("ticking", log)
        second = LifeRoom.State("counting", log)
      }

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("first", child: \.first)
        SnapshotField("second", child: \.second)
      }
    }

    let first = Child(\State.first, LifeRoom(), output: .ignored)
    let second = Child(\State.second, LifeRoom(), output: .ignored)

    func handle() -> ActionHandler<Int, State> { ActionHandler { _, _ in .none } }
  }

  @Test func changesAfterAnActionOfOnStartBelongToTheAction() async {
    let store = TestStore(
      initialState: Duo.State(log),
      feature: Duo(),
      assertionProvider: assertions
    )
    await store.receive(\.first, .ticked) {
      $0.first.count = 10
      $0.first.seen = [10]
      $0.second.count = 1
      $0.second.seen = [1]
    }
    #expect(assertions.messages.isEmpty)
  }

  private struct OwnErrors: ErrorHandlingFeatureMiddleware {
    let id = "own"

    func onError(_ error: any Error, action: Int, state: Whole.State) {}
  }

  struct Failing: Feature {
    struct Failure: Error {}

    func handle() -> ActionHandler<Int, Whole.State> {
      ActionHandler { _, _ in .none }
        .use(OwnErrors())
        .onStart { _ in .run { _ in throw Failure() } }
    }
  }

  /// The middleware receives the errors of actions only.
  @Test func anErrorOfOnStartThatNothingHandlesFails() async {
    let store = TestStore(
      initialState: Whole.State(),
      feature: Failing(),
      assertionProvider: assertions
    )
    await store.finish()
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("nothing handles its error") == true)
  }

  /// A feature whose handler is made with the store's clock.
  struct Timed: Feature {
    let note: @Sendable (Bool) -> Void

    func handle() -> ActionHandler<Int, Whole.State> {
      note(StoreEnvironment.current.clock is TestClock)
      return ActionHandler { _, _ in .none }
    }
  }

  @Test func theHandlerIsMadeWithTheStoresClock() {
    let notes = LockIsolated<[Bool]>([])
    let feature = Timed { isTestClock in notes.withValue { $0.append(isTestClock) } }
    _ = Store(initialState: Whole.State(), feature: feature, clock: TestClock())
    _ = TestStore(initialState: Whole.State(), feature: feature, clock: TestClock())
    #expect(!notes.value.isEmpty)
    #expect(!notes.value.contains(false))
  }

  @Test func presentationsStartAndEndWork() async {
    let store = makeStore("quiet")
    await store.present()
    while !store.state.isPresented { await Task.yield() }
    await store.present()
    await store.dismissPresentation()
    #expect(store.state.isPresented)
    await store.dismissPresentation()
    #expect(!store.state.isPresented)
    #expect(store.state.presentedCount == 1)
    await store.finish()
    #expect(assertions.messages.isEmpty)
  }

  // MARK: States that are compared as a whole

  struct Whole: Feature {
    @MainActor final class State: @MainActor Equatable {
      var count = 0

      static func == (lhs: State, rhs: State) -> Bool { lhs.count == rhs.count }
    }

    enum Action: Sendable { case add }

    var start = 5

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.count += 1
        return .none
      }
      .onStart { state in
        state.count = start
        return .none
      }
    }
  }

  @Test func aWholeStateIsComparedAfterOnStart() async {
    let store = TestStore(
      initialState: Whole.State(),
      feature: Whole(),
      assertionProvider: assertions
    )
    await store.started { $0.count = 5 }
    await store.send(.add) { $0.count = 6 }
    #expect(assertions.messages.isEmpty)
    let other = TestStore(
      initialState: Whole.State(),
      feature: Whole(),
      assertionProvider: assertions
    )
    await other.started { $0.count = 4 }
    #expect(assertions.messages.count == 1)
  }

  /// A feature without properties, whose handler an expectation can repeat.
  struct Adding: Feature {
    typealias State = Whole.State

    enum Action: Sendable { case add }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.count += 1
        return .none
      }
      .onStart { _ in .none }
    }
  }

  /// A parent without hooks.
  struct Owner: Feature {
    @MainActor final class State: @MainActor Equatable {
      let whole = Whole.State()

      static func == (lhs: State, rhs: State) -> Bool { lhs.whole == rhs.whole }
    }

    let whole = Child(\State.whole, Whole())

    func handle() -> ActionHandler<Int, State> { ActionHandler { _, _ in .none } }
  }

  @Test func theMessageNamesTheAssertionOfOnStart() async {
    let store = TestStore(
      initialState: Owner.State(),
      feature: Owner(),
      assertionProvider: assertions
    )
    await store.send(1) { _ in }
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("store.started") == true)
  }

  @Test func aStartWithoutChangesNeedsNoAssertionOfTheWholeState() async {
    let store = TestStore(
      initialState: Whole.State(),
      feature: Adding(),
      assertionProvider: assertions
    )
    await store.send(.add)
    await store.send(.add) { $0.count = 2 }
    #expect(assertions.messages.isEmpty)
  }

  @Test func aSharedStateIsNotComparedAfterOnStart() async {
    let state = Whole.State()
    let store = TestStore(initialState: state, feature: Whole(), assertionProvider: assertions)
    await store.started { $0.count = 4 }
    #expect(assertions.messages.count == 1)
    #expect(store.state.count == 5)
  }

  @Test func aDismissalWithoutAPresentationCountsForNothing() async {
    let store = makeStore("quiet")
    await store.dismissPresentation()
    await store.present()
    while !store.state.isPresented { await Task.yield() }
    await store.dismissPresentation()
    #expect(store.state.presentedCount == 1)
  }

  /// Work that ignores its cancellation.
  struct Stubborn: Feature {
    let gate: Gate

    func handle() -> ActionHandler<Never, Whole.State> {
      .empty.whilePresented { [gate] _ in .run { _ in await gate.passStubbornly() } }
    }
  }

  @Test func aDismissalDoesNotWaitForEverForWorkThatIgnoresIt() async {
    let gate = Gate()
    let store = TestStore(
      initialState: Whole.State(),
      feature: Stubborn(gate: gate),
      assertionProvider: assertions
    )
    store.timeout = .milliseconds(20)
    await store.present()
    await gate.waitUntilStarted()
    await store.dismissPresentation()
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("Effects of whilePresented are still") == true)
    gate.open()
  }

  /// A child whose end changes a field of its parent.
  struct Visitors: Feature {
    @MainActor @Observable final class State: SnapshotState {
      var visit: Visit.State?
      var names: [String] = []

      init(isVisited: Bool = false) {
        if isVisited { visit = Visit.State(self) }
      }

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("visit", child: \.visit)
        SnapshotField("names", \.names)
      }
    }

    struct Visit: Feature {
      @MainActor @Observable final class State: SnapshotState {
        weak let visitors: Visitors.State?
        var count = 0

        init(_ visitors: Visitors.State?) {
          self.visitors = visitors
        }

        func makeEmptyCopy() -> State? { State(nil) }

        static let snapshotFields = SnapshotFields<State> { SnapshotField("count", \.count) }
      }

      enum Action: Equatable, Sendable {
        case leave
        case add
      }

      func handle() -> ActionHandler<Action, State> {
        ActionHandler { action, state in
          if action == .leave { return dismiss() }
          state.count += 1
          return .none
        }
        .onStart { state in
          state.visitors?.names.append("in")
          return .send(.add)
        }
        .onEnd { $0.visitors?.names.append("out") }
      }
    }

    let visit = OptionalChild(\State.visit, Visit())

    func handle() -> ActionHandler<Never, State> { .empty }
  }

  @Test func theChangesOfOnEndBelongToTheDismissal() async {
    let store = TestStore(
      initialState: Visitors.State(isVisited: true),
      feature: Visitors(),
      assertionProvider: assertions
    )
    await store.started { $0.names = ["in"] }
    await store.receive(\.visit, .add) { $0.visit?.count = 1 }
    await store.send(\.visit, .leave)
    await store.receiveDismissal(of: \.visit) {
      $0.visit = nil
      $0.names = ["in", "out"]
    }
    await store.finish()
    #expect(assertions.messages.isEmpty, "\(assertions.messages)")
  }

  @Test func theActionsOfAChildThatAWriteBringsAreAssertedAfterIt() async {
    let store = TestStore(
      initialState: Visitors.State(),
      feature: Visitors(),
      assertionProvider: assertions
    )
    let visit = Visitors.Visit.State(store.state)
    await store.set(\.visit, to: visit) {
      $0.visit = Visitors.Visit.State(nil)
      $0.names = ["in"]
    }
    await store.receive(\.visit, .add) { $0.visit?.count = 1 }
    #expect(assertions.messages.isEmpty, "\(assertions.messages)")
  }
}
