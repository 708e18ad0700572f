import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// Reactions of children work as soon as their states are in the parent's state, even if no one requests a store.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ChildReactionsTests {
  private let store = Store(initialState: Family.State(), feature: Family())
  private var state: Family.State { store.state }

  @Test func aHandlerOfTheParentHasThem() {
    store.send(.change { $0.first.value = 4 })
    #expect(state.first.seen == ["value 0 4", "half 0 2"])
  }

  @Test func aPlainWriteHasThemInTheNextTurn() async {
    state.first.value = 4
    #expect(state.first.seen.isEmpty)
    await observationTurn()
    #expect(state.first.seen == ["value 0 4", "half 0 2"])
  }

  @Test func aBindingHasThemAtOnce() {
    store.binding(\.first.value).set(3)
    #expect(state.first.seen == ["value 0 3", "half 0 1"])
  }

  @Test func theirEffectsRun() async {
    store.send(.change { $0.first.value = 4 })
    await store.scope(\.first).work.waitUntilIdle()
    #expect(state.first.loaded == 4)
  }

  @Test func aStoreThatIsRequestedIsTheSame() {
    store.send(.change { $0.first.value = 4 })
    let first = store.scope(\.first)
    first.send(.set(6))
    #expect(state.first.seen == ["value 0 4", "half 0 2", "value 4 6", "half 2 3"])
  }

  @Test func childrenOfChildrenHaveThem() {
    store.send(.change { $0.pram.kid.value = 2 })
    #expect(state.pram.kid.seen == ["value 0 2", "half 0 1"])
    store.send(
      .change {
        $0.pram = Pram.State()
        $0.pram.kid.value = 6
      }
    )
    #expect(state.pram.kid.seen.isEmpty)
    store.send(.change { $0.pram.kid.value = 8 })
    #expect(state.pram.kid.seen == ["value 6 8", "half 0 4"])
  }

  @Test func childrenOfAFeatureThatThisOneIsMadeOfHaveThem() {
    let store = Store(initialState: Family.State(), feature: Household())
    store.send(.change { $0.first.value = 4 })
    #expect(store.state.first.seen == ["value 0 4", "half 0 2"])
  }

  // MARK: Added and removed children

  /// The values after the handler that adds the state are its initial ones.
  @Test func aChildThatComesHasThemAfterTheHandler() {
    store.send(
      .change {
        let guest = Kid.State(7)
        $0.guest = guest
        guest.value = 3
      }
    )
    #expect(state.guest?.seen == [])
    store.send(.change { $0.guest?.value = 4 })
    #expect(state.guest?.seen == ["value 3 4", "half 0 2"])
  }

  @Test func aChildThatPlainCodeBringsHasThemWithTheNextAction() {
    state.kids.append(Kid.State(7))
    store.send(.change { $0.kids[0].value = 4 })
    #expect(state.kids[0].seen == ["value 0 4", "half 0 2"])
  }

  @Test func aChildThatPlainCodeBringsHasThemWithAnActionOfAnotherStore() {
    let other = Store(initialState: FormState(), feature: QuickForm { $0 })
    let kid = Kid.State(7)
    state.kids.append(kid)
    other.send(
      .effect {
        MainActor.assumeIsolated { kid.value = 4 }
        return .none
      }
    )
    #expect(kid.seen == ["value 0 4", "half 0 2"])
  }

  @Test func aChildThatPlainCodeBringsHasThemInTheNextTurn() async {
    state.kids.append(Kid.State(7))
    await observationTurn()
    state.kids[0].value = 4
    await observationTurn()
    #expect(state.kids[0].seen == ["value 0 4", "half 0 2"])
  }

  @Test func aChildThatGoesHasNone() async {
    let kid = Kid.State(7)
    store.send(.change { $0.kids = [kid] })
    store.send(
      .change {
        kid.value = 1
        $0.kids = []
      }
    )
    #expect(kid.seen.isEmpty)
    kid.value = 2
    await observationTurn()
    store.send(.change { _ in kid.value = 3 })
    #expect(kid.seen.isEmpty)
  }

  // MARK: Stores without child stores

  @Test func childrenWithoutReactionsHaveNoStoreUntilItIsRequested() {
    let desk = Store(initialState: Desk.State(rows: 1), feature: Desk(gate: Gate()))
    #expect(desk.children == nil)
    let pram = Store(initialState: Pram.State(), feature: Pram())
    #expect(pram.children?.all.count == 1)
  }

  /// A parent finds only stored properties.
  @Test func aComputedChildHasThemOnceItsStoreIsRequested() {
    struct Lazy: Feature {
      var first: Child<Kid> { Child(\.first, Kid()) }

      func handle() -> ActionHandler<Family.Action, Family.State> { Family().handle() }
    }
    let store = Store(initialState: Family.State(), feature: Lazy())
    store.send(.change { $0.first.value = 2 })
    #expect(store.state.first.seen.isEmpty)
    _ = store.scope(\.first)
    store.send(.change { $0.first.value = 4 })
    #expect(store.state.first.seen == ["value 2 4", "half 0 2"])
  }

  // MARK: Tests of features

  @Test func aTestSetsAFieldOfAChild() async {
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: Family.State(),
      feature: Family(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.set(\.first.value, to: 4) {
      $0.first.half = 2
      $0.first.seen = ["value 0 4", "half 0 2"]
      $0.seen = ["0 4"]
    }
    await store.finish { $0.first.loaded = 4 }
    #expect(assertions.messages == [])
  }

  @Test func aTestSetsAFieldOfAChildLikeItsBinding() async {
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: Family.State(),
      feature: Family(),
      assertionProvider: assertions
    )
    await store.set(\.first, \.value, to: 4) {
      $0.first.half = 2
      $0.first.seen = ["value 0 4", "half 0 2"]
      $0.seen = ["0 4"]
    }
    await store.finish { $0.first.loaded = 4 }
    #expect(assertions.messages == [])
    await store.set(\.first, \.value, to: 6)
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages[0].hasPrefix("The state after the write of first.value is not"))
    await store.set(\.guest, \.value, to: 6)
    #expect(assertions.messages.last?.hasPrefix("A property of guest can't be set") == true)
    await store.skipRunningEffects()
  }

  @Test func aTestThatSetsAFieldOfAChildWaitsForTheEffects() async {
    let store = TestStore(initialState: Family.State(), feature: Family())
    store.exhaustivity = .off
    await store.set(\.first.value, to: 4)
    #expect(store.state.first.loaded == 4)
  }
}
