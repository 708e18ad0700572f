import FeatureStore
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateHistory
@testable import StateRecord

/// The memory of many histories and of many steps.
@MainActor
@Suite(.simulated(seeds: 0..<1, stepLimit: 10_000_000), .timeLimit(.minutes(20)))
struct HistoryGrowthTests {
  @Test func manyHistoriesLeaveNothing() async {
    let store = Store(initialState: Draft(), feature: DraftFeature())
    for count in 0..<10_000 {
      let history = History(of: store)
      if count % 1_000 == 0 { store.send(.title("\(count)")) }
      weak let recorder = history.recorder
      if count % 2 == 0 { history.end() }
      _ = consume history
      if count % 1_000 == 0 {
        await settle()
        #expect(recorder == nil)
      }
    }
    #expect(store.listener == nil)
    await settle()
  }

  @Test func theRootsOfEndedActionsAreReleased() async {
    let store = Store(initialState: Draft(), feature: DraftFeature())
    var limits = HistoryLimits()
    limits.steps = 10
    let history = History(of: store, limits: limits, coalescing: nil)
    for count in 0..<5_000 {
      store.send(.title("\(count)"))
      store.state.saved = count
      if count % 500 == 0 { await settle() }
    }
    await settle()
    #expect(history.undoCount == 10)
    #expect(history.recorder.roots.count <= 300)
    #expect(history.recorder.stack.rootCount <= 300)
  }
}
