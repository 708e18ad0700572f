import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The state chapters of the two documents on ScreenStateKit.
@MainActor
@Suite struct S0StateTests {
  private struct Offline: LocalizedError {
    var errorDescription: String? { "You are offline" }
  }

  @Test func stateIsUpdated() async {
    let state = S0BasicScreenState.MyFeatureViewState()
    #expect(state.items.isEmpty)
    #expect(state.title.isEmpty)

    await S0BasicScreenState.updateState(viewState: state, newItems: [.init()])

    #expect(state.items == [.init()])
    #expect(state.title == "Updated")
  }

  @Test func noStateIsNoMistake() async {
    await S0BasicScreenState.updateState(viewState: nil, newItems: [.init()])
  }

  @Test func moreIsShownUntilAllDataIsLoaded() {
    expectPages(S0LoadmoreScreenState.ListViewState())
    expectPages(S1LoadmoreScreenState.ListViewState())
  }

  private func expectPages(_ state: LoadmoreScreenState) {
    #expect(!state.canShowLoadmore)
    #expect(!state.didLoadAllData)

    state.canExecuteLoadmore()
    #expect(state.canShowLoadmore)

    state.ternimateLoadmoreView()
    #expect(!state.canShowLoadmore)

    state.updateDidLoadAllData(true)
    state.canExecuteLoadmore()
    #expect(state.didLoadAllData)
    #expect(!state.canShowLoadmore)

    state.updateDidLoadAllData(false)
    #expect(state.canShowLoadmore)
  }

  @Test func parentGetsLoadingAndErrors() {
    let parent = S0ParentState.ParentViewState()
    expectForwarding(from: S0ParentState.ChildViewState(parent: parent), to: parent)
    let documented = S1ParentState.ParentViewState()
    expectForwarding(from: S1ParentState.ChildViewState(parent: documented), to: documented)
  }

  @Test func parentGetsLoadingOnly() {
    let parent = S0ParentState.ParentViewState()
    expectForwarding(
      from: S0ParentState.LoadingOnly.ChildViewState(parent: parent),
      to: parent,
      error: false
    )
    let documented = S1ParentState.ParentViewState()
    expectForwarding(
      from: S1ParentState.LoadingOnly.ChildViewState(parent: documented),
      to: documented,
      error: false
    )
  }

  @Test func parentGetsErrorsOnly() {
    let parent = S0ParentState.ParentViewState()
    expectForwarding(
      from: S0ParentState.ErrorOnly.ChildViewState(parent: parent),
      to: parent,
      loading: false
    )
  }

  private func expectForwarding(
    from child: ScreenState,
    to parent: ScreenState,
    loading: Bool = true,
    error: Bool = true
  ) {
    child.loadingStarted()
    #expect(child.isLoading)
    #expect(parent.isLoading == loading)

    child.loadingFinished()
    #expect(!parent.isLoading)

    child.showError(Offline())
    #expect(child.displayError?.message == "You are offline")
    #expect(parent.displayError?.message == (error ? "You are offline" : nil))
  }

  @Test func placeholderIsShownUntilDataIsThere() {
    let state = S0Placeholder.HomeViewState()
    #expect(state.snapshot.isPlaceholder)

    state.updateState { $0.snapshot = .init(items: [.init(name: "real")]) }

    #expect(!state.snapshot.isPlaceholder)
  }

  @Test func placeholderOfTheOtherDocument() {
    let state = S1Placeholder.HomeViewState()
    #expect(state.snapshot.isPlaceholder)

    state.updateState { $0.snapshot = .init(items: [.init(name: "real")]) }

    #expect(!state.snapshot.isPlaceholder)
  }

  @Test func earlierOrderOfArgumentsUpdates() async {
    let state = S1StateUpdatable.MyViewState()

    await S1StateUpdatable.updateState(viewState: state, newItems: [.init()])

    #expect(state.items == [.init()])
    #expect(state.title == "Updated")
  }

  @Test func listedProtocolUpdates() {
    func update<State: S1Listings.StateUpdatable>(
      _ state: State,
      _ block: @MainActor (State) -> Void
    ) {
      state.updateState(block, withAnimation: nil, disablesAnimations: true)
    }
    let state = S1StateUpdatable.MyViewState()

    update(state) { $0.title = "Listed" }

    #expect(state.title == "Listed")
  }

  @Test func optionsAreTheListedOnes() {
    typealias Listed = S1Listings.BindingParentStateOption
    typealias Option = ScreenState.BindingParentStateOption

    #expect(Option.loading.rawValue == Listed.loading.rawValue)
    #expect(Option.error.rawValue == Listed.error.rawValue)
    #expect(Option.all == [.loading, .error])
    #expect(Listed.all == [.loading, .error])
  }

  @Test func displayableErrorIsTheListedOne() {
    let (first, second) = (
      DisplayableError(message: "Offline"), DisplayableError(message: "Offline")
    )
    let id: String = first.id
    #expect(!id.isEmpty)
    #expect(first.id != second.id)
    #expect(first.errorDescription == "Offline")
    #expect(Set([first, second, first]).count == 2)

    let listed = S0DisplayableError.DisplayableError(message: "Offline")
    #expect(listed.errorDescription == first.errorDescription)
    #expect(!listed.id.isEmpty)
  }
}
