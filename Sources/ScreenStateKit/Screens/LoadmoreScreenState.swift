public import Observation
public import StateFields

/// A screen state for a list that loads page by page.
@MainActor
@Observable
open class LoadmoreScreenState: ScreenState {
  /// Whether to show the load-more indicator.
  public internal(set) var canShowLoadmore = false
  /// Whether all data has been loaded.
  public internal(set) var didLoadAllData = false

  /// Shows the indicator unless all data is loaded.
  public func canExecuteLoadmore() {
    if !didLoadAllData { setCanShowLoadmore(true) }
  }

  /// Records whether all data is loaded, and shows the indicator if it isn't.
  public func updateDidLoadAllData(_ didLoadAllData: Bool) {
    withStateTransaction(animation: .smooth) {
      self.didLoadAllData = didLoadAllData
      canShowLoadmore = !didLoadAllData
    }
  }

  /// Hides the indicator without changing `didLoadAllData`.
  public func terminateLoadMoreView() {
    setCanShowLoadmore(false)
  }

  /// Calls `terminateLoadMoreView()`; this is that function's earlier name.
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
      SnapshotField("canShowLoadmore", \.canShowLoadmore) { $0.canShowLoadmore = $1 }
      SnapshotField("didLoadAllData", \.didLoadAllData) { $0.didLoadAllData = $1 }
    }
  }
}
