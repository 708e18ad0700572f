import StateFields
import StateTestSupport
import Testing

@testable import ViewFeature

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
}
