import IssueReporting
import Logging
import StateTestSupport
import Testing
import ViewFeature

/// The log of outputs that no one handles.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct OutputFeatureTests {
  @Test(.notRepeated) func outputThatNoOneTakesIsLoggedAtDebug() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .debug)
      await MainActor.run {
        let store = Store(initialState: Editor.State(), feature: Editor(gate: Gate()))
        withIssueReporters([]) { _ = store.send(.saveTwice) as SentAction }
      }
      #expect(capture.entries.map(\.level) == [.debug, .debug])
      #expect(capture.entries.map { $0.metadata["feature"] } == ["Editor", "Editor"])
    }
  }

  @Test(.notRepeated) func outputOutsideAnyEffectIsLoggedAtDebug() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .debug)
      await withIssueReporters([]) { await Editor(gate: Gate()).store.output(.closed) }
      #expect(capture.entries.map(\.level) == [.debug])
    }
  }

  @Test(.notRepeated) func actionToARemovedChildIsLoggedAtDebug() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .debug)
      await MainActor.run {
        let store = Store(initialState: Library.State(), feature: Library(gate: Gate()))
        store.send(.open(1))
        let detail = store.scope(\.detail)
        store.send(.close)
        detail?.send(.close)
      }
      #expect(capture.entries.map { $0.metadata["action"] } == ["close"])
    }
  }
}
