import ScreenStateKit

@Observable @MainActor
final class HomeState: LoadmoreScreenState, StateUpdatable, SnapshotState {
  var items: [String] = []

  static var snapshotFields: SnapshotFields<HomeState> {
    SnapshotFields(\.isLoading, \.displayError, \.items)
  }
}
