import ScreenStateKit
import Testing

@MainActor
struct LoadmoreScreenStateTests {
  private let state = LoadmoreScreenState()

  @Test func nothingIsShownOrLoadedAtFirst() {
    #expect(!state.canShowLoadmore)
    #expect(!state.didLoadAllData)
  }

  @Test func loadmoreIsShownWhileThereIsMore() {
    state.canExecuteLoadmore()
    #expect(state.canShowLoadmore)
  }

  @Test func loadmoreIsNotShownWhenAllIsLoaded() {
    state.updateDidLoadAllData(true)
    state.canExecuteLoadmore()
    #expect(!state.canShowLoadmore)
  }

  @Test func allDataLoadedHidesTheIndicator() {
    state.canExecuteLoadmore()
    state.updateDidLoadAllData(true)
    #expect(state.didLoadAllData)
    #expect(!state.canShowLoadmore)
  }

  @Test func moreDataShowsTheIndicator() {
    state.updateDidLoadAllData(true)
    state.updateDidLoadAllData(false)
    #expect(!state.didLoadAllData)
    #expect(state.canShowLoadmore)
  }

  @Test(arguments: [
    { @MainActor @Sendable (state: LoadmoreScreenState) in state.terminateLoadMoreView() },
    { @MainActor @Sendable (state: LoadmoreScreenState) in state.ternimateLoadmoreView() },
  ])
  func terminateHidesTheIndicatorOnly(
    terminate: @MainActor @Sendable (LoadmoreScreenState) -> Void
  ) {
    state.canExecuteLoadmore()
    terminate(state)
    #expect(!state.canShowLoadmore)
    #expect(!state.didLoadAllData)

    state.updateDidLoadAllData(true)
    terminate(state)
    #expect(state.didLoadAllData)
  }

  @Test func changesAreObservable() {
    #expect(isNotified(of: state.canShowLoadmore) { state.canExecuteLoadmore() })
    #expect(isNotified(of: state.didLoadAllData) { state.updateDidLoadAllData(true) })
    #expect(!isNotified(of: state.isLoading) { state.updateDidLoadAllData(false) })
  }

  @Test func itIsAScreenState() {
    let parent = ScreenState()
    let state = LoadmoreScreenState(states: parent, options: .loading)
    state.loadingStarted()
    #expect(parent.isLoading)
    state.loadingFinished()
    #expect(!parent.isLoading)
  }
}
