import IssueReporting
import StateHistory
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.simulated, .timeLimit(.minutes(20))) struct TestStoreHistoryTests {
  @Test func undoAndRedoAreAsserted() async {
    let store = TestStore(initialState: Draft(), feature: DraftFeature())
    let history = History(of: store.store)
    await store.send(.both("A", "four")) {
      $0.title = "A"
      $0.text = "four"
      $0.length = 4
    }
    await store.undo(history) {
      $0.title = ""
      $0.text = ""
      $0.length = 0
    }
    await store.redo(history) {
      $0.title = "A"
      $0.text = "four"
      $0.length = 4
    }
    await store.finish()
  }

  @Test func wrongExpectationsFail() async {
    let log = IssueLog()
    await withIssueReporters([log]) {
      let store = TestStore(initialState: Draft(), feature: DraftFeature())
      let history = History(of: store.store)
      await store.undo(history) { _ in }
      await store.send(.title("A")) { $0.title = "A" }
      await store.undo(history) { _ in }
      await store.finish()
    }
    #expect(log.texts.count == 2)
    #expect(log.texts.first == "undo did nothing")
    #expect(log.texts.last?.hasPrefix("The state after undo is not the expected one") == true)
  }

  @Test func anotherUndoIsAnUnassertedChange() async {
    let log = IssueLog()
    await withIssueReporters([log]) {
      let store = TestStore(initialState: Draft(), feature: DraftFeature())
      let history = History(of: store.store)
      await store.send(.title("A")) { $0.title = "A" }
      history.undo()
      await store.finish()
    }
    #expect(!log.texts.isEmpty)
  }
}
