import Testing

@testable import ScreenStateKit

@MainActor
struct ActionLoadingTests {
  private let state = ScreenState()

  @Test func itBeginsOnceAndEndsOnce() {
    let loading = ActionLoading(on: state)
    state.loadingStarted()
    loading.begin()
    loading.begin()
    loading.end()
    loading.end()
    #expect(state.isLoading)
    state.loadingFinished()
    #expect(!state.isLoading)
  }

  @Test func nothingBeginsAfterTheEnd() {
    let loading = ActionLoading(on: state)
    loading.end()
    loading.begin()
    #expect(!state.isLoading)
  }
}
