public import Observation
public import StateFields

/// A screen state for a list that loads page after page.
@MainActor
@Observable
open class LoadmoreScreenState: ScreenState {
  /// Whether the load-more indicator is to be shown.
  public internal(set) var canShowLoadmore = false
  /// Whether there are no more pages.
  public internal(set) var didLoadAllData = false

  /// Shows the indicator unless all data is loaded.
  public func canExecuteLoadmore() {
    if !didLoadAllData { setCanShowLoadmore(true) }
  }

  /// Notes whether all data is loaded, and shows the indicator if it is not.
  public func updateDidLoadAllData(_ didLoadAllData: Bool) {
    withStateTransaction(animation: .smooth) {
      self.didLoadAllData = didLoadAllData
      canShowLoadmore = !didLoadAllData
    }
  }

  /// Hides the indicator; whether all data is loaded stays as it is.
  public func terminateLoadMoreView() {
    setCanShowLoadmore(false)
  }

  /// `terminateLoadMoreView()` under its earlier name.
  public func ternimateLoadmoreView() {
    terminateLoadMoreView()
  }

  private func setCanShowLoadmore(_ canShow: Bool) {
    withStateTransaction(animation: .smooth) { canShowLoadmore = canShow }
  }
}

extension SnapshotFields where State: LoadmoreScreenState {
  /// Adds `canShowLoadmore` and `didLoadAllData`.
  public func loadmore() -> SnapshotFields {
    adding {
      Field("canShowLoadmore", \.canShowLoadmore) { $0.canShowLoadmore = $1 }
      Field("didLoadAllData", \.didLoadAllData) { $0.didLoadAllData = $1 }
    }
  }
}
