// swift-format-ignore-file
import ScreenStateKit

enum S1LoadmoreScreenState {
  // App types
  struct Item: Sendable {}

  // S1-17 (L446)
  @Observable @MainActor
  final class ListViewState: LoadmoreScreenState, StateUpdatable {
      var items: [Item] = []
  }
}
