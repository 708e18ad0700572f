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

  @Observable @MainActor
  final class PagesState: LoadmoreScreenState, SnapshotState {
    static let snapshotFields = SnapshotFields<PagesState> {}.loadmore()
  }

  @Test(arguments: [false, true], [false, true])
  func flagsArePartOfASnapshot(canShowLoadmore: Bool, didLoadAllData: Bool) {
    let state = PagesState()
    let other = PagesState()
    if canShowLoadmore { state.canExecuteLoadmore() }
    if didLoadAllData { other.updateDidLoadAllData(true) }
    let (snapshot, old) = (state.snapshot(), other.snapshot())
    #expect((snapshot == old) == (!canShowLoadmore && !didLoadAllData))
    other.restore(snapshot)
    #expect(other.canShowLoadmore == canShowLoadmore)
    #expect(!other.didLoadAllData)
    state.restore(old)
    #expect(!state.canShowLoadmore)
    #expect(state.didLoadAllData == didLoadAllData)
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
