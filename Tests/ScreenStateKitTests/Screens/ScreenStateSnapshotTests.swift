import ScreenStateKit
import Testing

@MainActor
struct ScreenStateSnapshotTests {
  @Observable @MainActor
  final class WordsState: ScreenState, SnapshotState {
    var words: [String] = []

    static let snapshotFields = SnapshotFields<WordsState> {
      SnapshotField("words", \.words)
      SnapshotField("isLoading", \.isLoading)
      SnapshotField("displayError", \.displayError)
    }
  }

  @Test func loadingAndErrorsHaveTheirNames() {
    let state = WordsState()
    let old = state.snapshot()
    state.loadingStarted()
    #expect(old.differences(to: state.snapshot()).map(\.name) == ["isLoading"])
    state.displayError = DisplayableError(message: "offline")
    state.words = ["a"]
    #expect(old.differences(to: state.snapshot()).map(\.name) == ["words", "displayError"])
  }

  @Test(arguments: [false, true])
  func restoringEndsLoading(hasFailed: Bool) {
    let state = WordsState()
    let old = state.snapshot()
    state.loadingStarted()
    if hasFailed { state.displayError = DisplayableError(message: "offline") }
    state.restore(old)
    #expect(!state.isLoading)
    #expect(state.snapshot() == old)
  }
}
