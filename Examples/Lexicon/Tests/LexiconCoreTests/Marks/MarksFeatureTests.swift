import StateHistory
import StateTesting
import Testing
import ViewFeature

@testable import LexiconCore

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MarksFeatureTests {
  @Test func wordsAreMarkedAndUndone() async {
    let store = TestStore(initialState: MarksFeature.State(), feature: MarksFeature())
    let history = History(of: store.store, \.words)
    await store.send(.toggle("house")) { $0.words = ["house"] }
    await store.undo(history) { $0.words = [] }
    await store.redo(history) { $0.words = ["house"] }
    await store.send(.toggle("house")) { $0.words = [] }
    await store.finish()
  }
}
