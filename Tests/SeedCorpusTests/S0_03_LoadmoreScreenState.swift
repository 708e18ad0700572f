// swift-format-ignore-file
import ScreenStateKit

enum S0LoadmoreScreenState {
  // App types
  struct Item: Equatable, Sendable {
    var name = "item"
  }

  // S0-3 (L77)
  @Observable @MainActor
  final class ListViewState: LoadmoreScreenState, StateUpdatable {
      var items: [Item] = []
  }
}
