import Foundation
import ScreenStateKit
import Testing

@MainActor
struct ScreenStateTests {
  private let state = ScreenState()

  private struct Action: LoadingTrackable {
    var canTrackLoading: Bool
  }

  private struct Failure: LocalizedError {
    var errorDescription: String? { "It failed" }
  }

  @Test func nothingLoadsAndNoErrorShowsAtFirst() {
    #expect(!state.isLoading)
    #expect(state.displayError == nil)
  }

  // MARK: Counts

  @Test func twoStartsAndOneFinishStillLoad() {
    state.loadingStarted()
    state.loadingStarted()
    state.loadingFinished()
    #expect(state.isLoading)
    state.loadingFinished()
    #expect(!state.isLoading)
  }

  @Test func finishWithoutStartDoesNothing() {
    state.loadingFinished()
    state.loadingFinished()
    #expect(!state.isLoading)
    state.loadingStarted()
    #expect(state.isLoading)
    state.loadingFinished()
    #expect(!state.isLoading)
  }

  @Test func onlyTrackedActionsCount() {
    state.loadingStarted(action: Action(canTrackLoading: false))
    #expect(!state.isLoading)
    state.loadingStarted(action: Action(canTrackLoading: true))
    #expect(state.isLoading)
    state.loadingFinished(action: Action(canTrackLoading: false))
    #expect(state.isLoading)
    state.loadingFinished(action: Action(canTrackLoading: true))
    #expect(!state.isLoading)
  }

  @Test func trackedFinishEndsAnyStart() {
    state.loadingStarted()
    state.loadingFinished(action: Action(canTrackLoading: true))
    #expect(!state.isLoading)
  }

  // MARK: Writes

  @Test(arguments: [true, false])
  func writeShowsUntilTheCountChanges(value: Bool) {
    state.loadingStarted()
    state.isLoading = value
    #expect(state.isLoading == value)
    state.loadingStarted()
    #expect(state.isLoading)
    state.isLoading = value
    state.loadingFinished()
    #expect(state.isLoading)
    state.isLoading = value
    state.loadingFinished()
    #expect(!state.isLoading)
  }

  @Test func writeShowsWithoutAnyWork() {
    state.isLoading = true
    #expect(state.isLoading)
    state.loadingFinished()  // Nothing was started, so nothing changes.
    #expect(state.isLoading)
    state.isLoading = false
    #expect(!state.isLoading)
  }

  // MARK: Errors

  @Test func errorEndsTheLoadingIndicator() {
    state.loadingStarted()
    state.displayError = DisplayableError(message: "error")
    #expect(!state.isLoading)
  }

  // 6.1.4
  @Test func finishDoesNotBringTheIndicatorBackWhileAnErrorShows() {
    state.loadingStarted()
    state.loadingStarted()
    state.displayError = DisplayableError(message: "error")
    state.loadingFinished()
    #expect(!state.isLoading)
    state.loadingFinished()
    #expect(!state.isLoading)
  }

  // 6.1.4
  @Test func nextStartShowsLoadingAlthoughAnErrorShows() {
    state.displayError = DisplayableError(message: "error")
    state.loadingStarted()
    #expect(state.isLoading)
    #expect(state.displayError != nil)
  }

  @Test func clearedErrorLeavesLoadingToTheCount() {
    state.loadingStarted()
    state.displayError = DisplayableError(message: "error")
    state.displayError = nil
    #expect(state.isLoading)
    state.loadingFinished()
    state.displayError = DisplayableError(message: "error")
    state.displayError = nil
    #expect(!state.isLoading)
  }

  @Test func settingNoErrorLeavesLoadingToTheCount() {
    state.isLoading = true
    state.displayError = nil
    #expect(!state.isLoading)
    state.loadingStarted()
    state.isLoading = false
    state.displayError = nil
    #expect(state.isLoading)
  }

  /// The error is never shown, so no one would clear it.
  @Test func silentErrorHidesNoLoading() {
    struct Silent: NonPresentableError {}
    state.loadingStarted()
    state.displayError = DisplayableError(error: Failure())
    state.displayError = DisplayableError(error: Silent())
    #expect(state.isLoading)
    state.loadingFinished()
    #expect(!state.isLoading)
  }

  @Test func secondErrorReplacesTheFirst() {
    let second = DisplayableError(message: "second")
    state.displayError = DisplayableError(message: "first")
    state.displayError = second
    #expect(state.displayError == second)
  }

  @Test func showErrorShowsTheDescription() {
    state.loadingStarted()
    state.showError(Failure())
    #expect(state.displayError?.message == "It failed")
    #expect(!state.isLoading)
  }

  @Test func showErrorKeepsTheOriginalError() {
    state.showError(Failure())
    #expect(state.displayError?.originalError is Failure)
  }

  // 6.1.10
  @Test func showErrorKeepsTheIdentityOfADisplayableError() {
    let error = DisplayableError(message: "error")
    state.showError(error)
    #expect(state.displayError == error)
    #expect(state.displayError?.id == error.id)
  }

  // MARK: Observation

  @Test func changesOfLoadingAreReported() {
    #expect(isNotified(of: state.isLoading) { state.loadingStarted() })
    #expect(isNotified(of: state.isLoading) { state.loadingFinished() })
    #expect(isNotified(of: state.isLoading) { state.isLoading = true })
    #expect(isNotified(of: state.isLoading) { state.displayError = DisplayableError(message: "") })
  }

  // 6.1.5
  @Test func sameLoadingIsNotReported() {
    #expect(!isNotified(of: state.isLoading) { state.isLoading = false })
    #expect(!isNotified(of: state.isLoading) { state.loadingFinished() })
    state.loadingStarted()
    #expect(!isNotified(of: state.isLoading) { state.isLoading = true })
    #expect(!isNotified(of: state.isLoading) { state.loadingStarted() })
    #expect(!isNotified(of: state.isLoading) { state.loadingFinished() })
  }

  @Test func changesOfTheErrorAreReported() {
    let error = DisplayableError(message: "error")
    #expect(isNotified(of: state.displayError) { state.displayError = error })
    #expect(!isNotified(of: state.displayError) { state.displayError = error })
    #expect(!isNotified(of: state.displayError) { state.showError(error) })
    #expect(isNotified(of: state.displayError) { state.showError(Failure()) })
    #expect(isNotified(of: state.displayError) { state.displayError = nil })
    #expect(!isNotified(of: state.displayError) { state.displayError = nil })
  }

  @Test func eachPropertyIsReportedForItself() {
    #expect(!isNotified(of: state.displayError) { state.loadingStarted() })
    state.loadingFinished()
    #expect(!isNotified(of: state.isLoading) { state.showError(Failure()) })
  }

  // MARK: Isolation

  @Test func stateIsSendableAndCanBeUsedFromElsewhere() async {
    let state = state
    await Task.detached {
      await state.loadingStarted()
      await state.showError(Failure())
    }.value
    #expect(state.displayError?.message == "It failed")
  }
}
