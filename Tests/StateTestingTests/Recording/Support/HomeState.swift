import ScreenStateKit

@Observable @MainActor
final class HomeState: LoadmoreScreenState, StateUpdatable, SnapshotState {
  var items: [String] = []

  static let snapshotFields = SnapshotFields<HomeState> {
    SnapshotField("isLoading", \.isLoading)
    SnapshotField("displayError", \.displayError)
    SnapshotField("items", \.items)
  }
}
