// swift-format-ignore-file
import ScreenStateKit

enum S0LoadmoreScreenState {
  // App types
  struct Item: Sendable {}

  // S0-3 (L77)
  @Observable @MainActor
  final class ListViewState: LoadmoreScreenState, StateUpdatable {
      var items: [Item] = []
  }
}
