import ScreenStateKit
import StateCore
import Testing

@MainActor
@Suite struct ScreenPresentingTests {
  private let state = ScreenState()

  @Test func writtenLoadingOutlivesAnErrorThatIsCleared() {
    state.displayError = DisplayableError(message: "offline")
    state.isLoading = true
    state.countLoadingAsShown()
    state.displayError = nil
    #expect(state.isLoading)
  }

  @Test func oneFinishEndsIt() {
    state.loadingStarted()
    state.countLoadingAsShown()
    state.countLoadingAsShown()
    state.loadingFinished()
    #expect(!state.isLoading)
  }

  @Test func whatDoesNotShowIsNotCounted() {
    state.loadingStarted()
    state.isLoading = false
    state.countLoadingAsShown()
    #expect(!state.isLoading)
    state.displayError = DisplayableError(message: "offline")
    state.displayError = nil
    #expect(!state.isLoading)
  }

  @Test func stateLeavesOnlyTheParentThatItHasInCommon() {
    let (common, own) = (ScreenState(), ScreenState())
    let original = ScreenState(states: common)
    let (sharing, separate) = (ScreenState(states: common), ScreenState(states: own))
    for state in [sharing, separate] {
      state.loadingStarted()
      state.leaveParent(of: original)
      state.showError(DisplayableError(message: "offline"))
    }
    #expect(!common.isLoading)
    #expect(common.displayError == nil)
    #expect(own.displayError != nil)
    original.loadingStarted()
    #expect(common.isLoading)
  }
}
