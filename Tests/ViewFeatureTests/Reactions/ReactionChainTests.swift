import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Endless chains of reactions are stopped and reported, across stores and turns.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReactionChainTests {
  private let state = FormState()

  private func store(
    reactingTo field: KeyPath<FormState, Int>,
    _ reaction: @escaping @MainActor (Int, FormState) -> Void
  ) -> Store<QuickForm> {
    Store(
      initialState: state,
      feature: QuickForm {
        $0.onChange(of: field) { _, new, state in reaction(new, state) }
      }
    )
  }

  private func turns(_ count: Int) async {
    for _ in 0..<count { await observationTurn() }
  }

  // MARK: Single store

  @Test(arguments: [12, ReactionRounds.limit])
  func oneThatComesToItsEndIsNotReported(count: Int) {
    let store = store(reactingTo: \.first) { new, state in state.first = min(new + 1, count) }
    store.send(.set([(.first, 1)]))
    #expect(state.first == count)
  }

  @Test func oneThatTakesTooLongIsReported() {
    let count = ReactionRounds.limit + 1
    let store = store(reactingTo: \.first) { new, state in state.first = min(new + 1, count) }
    withKnownIssue {
      store.send(.set([(.first, 1)]))
    } matching: {
      "\($0)".contains("stopped after 100 runs") && "\($0)".contains("again: `first`.")
    }
  }

  // MARK: Stores and turns

  @Test func storesThatChangeEachOtherAreReported() async {
    let first = store(reactingTo: \.first) { new, state in state.second = new + 1 }
    let second = store(reactingTo: \.second) { new, state in state.first = new + 1 }
    await withKnownIssue {
      first.send(.set([(.first, 1)]))
      await turns(3 * ReactionRounds.limit)
    } matching: {
      "\($0)".contains("never end") && "\($0)".contains("`first`")
        && "\($0)".contains("`second`")
    }
    let value = state.first
    await turns(3)
    #expect(state.first == value)
    withExtendedLifetime(second) {}
  }

  @Test func storesThatChangeEachOtherAfterPlainCodeAreReported() async {
    let first = store(reactingTo: \.first) { new, state in state.second = new + 1 }
    let second = store(reactingTo: \.second) { new, state in state.first = new + 1 }
    await withKnownIssue {
      state.first = 1
      await turns(3 * ReactionRounds.limit)
    } matching: {
      "\($0)".contains("never end") && "\($0)".contains("`first`")
        && "\($0)".contains("`second`")
    }
    withExtendedLifetime((first, second)) {}
  }

  @Test func storesThatComeToAnEndAreNotReported() async {
    // Each runs as often as allowed.
    let count = 2 * ReactionRounds.limit - 1
    let first = store(reactingTo: \.first) { new, state in state.second = min(new + 1, count) }
    let second = store(reactingTo: \.second) { new, state in state.first = min(new + 1, count) }
    state.first = 1
    await turns(3 * ReactionRounds.limit)
    #expect(state.first == count)
    withExtendedLifetime((first, second)) {}
  }

  // MARK: Other causes

  @Test func aChangeInEachTurnIsNotACycle() async {
    let first = store(reactingTo: \.first) { new, state in state.second = new }
    let second = store(reactingTo: \.second) { new, state in state.third = new }
    for tick in 1...(2 * ReactionRounds.limit) {
      state.first = tick
      await observationTurn()
      await observationTurn()
    }
    #expect(state.third == 2 * ReactionRounds.limit)
    withExtendedLifetime((first, second)) {}
  }

  /// An effect starts a new chain.
  @Test func aReactionThroughAnEffectIsNotACycle() async {
    let limit = 2 * ReactionRounds.limit
    let store = Store(
      initialState: state,
      feature: QuickForm {
        $0.onChange(of: \.first) { _, new, _ in
          new < limit ? .run { $0.first = new + 1 } : .none
        }
      }
    )
    await store.send(.set([(.first, 1)])).value
    #expect(state.first == limit)
  }
}
