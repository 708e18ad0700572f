import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreDismissalTests {
  private let assertions = RecordingAssertions()
  private let gate = Gate()

  private func makeStore() -> TestStore<Tour> {
    let store = TestStore(
      initialState: Tour.State(),
      feature: Tour(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    return store
  }

  @Test func theChangeIsAsserted() async {
    let store = makeStore()
    await store.send(.open(1)) { $0.destination = .start(Stop.State(1)) }
    await store.send(\.start, .leave)
    await store.receiveDismissal(of: \.start) { $0.destination = nil }
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func anEffectMayAskForIt() async {
    let store = makeStore()
    await store.send(.push(1)) { $0.path = [.stop(Stop.State(1))] }
    await store.send(.push(2)) { $0.path.append(.stop(Stop.State(2))) }
    await store.send(\.stops[id: 1], .leaveLater)
    gate.open()
    await store.receiveDismissal(of: \.stops[id: 1]) { $0.path = [] }
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func aMissingAssertionFails() async {
    let store = makeStore()
    await store.send(.open(1)) { $0.destination = .start(Stop.State(1)) }
    await store.send(\.start, .leave)
    await store.finish()
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("dismiss() of start") == true)
  }

  @Test func anotherEventIsNamed() async {
    let store = makeStore()
    await store.send(.open(1)) { $0.destination = .start(Stop.State(1)) }
    await store.send(\.start, .leave)
    await store.receive(.close) { $0.destination = nil }
    await store.finish()
    #expect(assertions.messages == ["Received dismiss() of start, expected close"])
  }

  @Test func aRootAsksItsOwner() async {
    let store = TestStore(
      initialState: Sight.State(),
      feature: Sight(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(.leave)
    await store.receiveDismissal()
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func aMissingAssertionOfARootFails() async {
    let store = TestStore(
      initialState: Sight.State(),
      feature: Sight(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(.leave)
    await store.finish()
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("dismiss()") == true)
  }

  /// The owner releases the store of a feature that has requested dismissal.
  @Test(arguments: [Exhaustivity.on, .off])
  func theEffectsOfADismissedRootAreCancelled(exhaustivity: Exhaustivity) async {
    let store = TestStore(
      initialState: Stop.State(1),
      feature: Leaving(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(.leave)
    await gate.waitUntilStarted()
    store.exhaustivity = exhaustivity
    await store.receiveDismissal()
    await store.finish()
    #expect(gate.wasCancelled)
    #expect(assertions.messages == [])
    await store.send(.leave)
    #expect(assertions.messages == ["leave was sent after the feature was dismissed"])
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func theChildrenOfADismissedRootHaveEnded(exhaustivity: Exhaustivity) async {
    let store = TestStore(
      initialState: Hall.State(),
      feature: Hall(),
      assertionProvider: assertions
    )
    store.exhaustivity = exhaustivity
    await store.send(.leave)
    await store.receiveDismissal()
    #expect(assertions.messages == [])
    await store.send(\.sight, .type("new"))
    #expect(store.state.sight.text == "")
    #expect(
      assertions.messages == [
        "type(\"new\") was sent to sight, which was removed from the parent's state"
      ]
    )
  }

  @Test func aWriteAfterTheDismissalFails() async {
    let store = TestStore(
      initialState: Sight.State(),
      feature: Sight(),
      assertionProvider: assertions
    )
    await store.send(.leave)
    await store.receiveDismissal()
    #expect(assertions.messages == [])
    await store.set(\.text, to: "new")
    #expect(assertions.messages == ["the write of text comes after the feature was dismissed"])
  }

  /// A feature with a child that is always there.
  struct Hall: Feature {
    @MainActor @Observable final class State: SnapshotState {
      let sight = Sight.State()

      static let snapshotFields = SnapshotFields<State> { SnapshotField("sight", child: \.sight) }

      func makeEmptyCopy() -> State? { State() }
    }

    enum Action: Equatable, Sendable {
      case leave
    }

    let sight = Child(\State.sight, Sight())

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in dismiss() }
    }
  }

  private struct Leaving: Feature {
    enum Action: Equatable, Sendable {
      case leave
    }

    let gate: Gate

    func handle() -> ActionHandler<Action, Stop.State> {
      ActionHandler { [gate, self] _, _ in
        .merge(.run { _ in try await gate.pass() }, dismiss())
      }
    }
  }
}
