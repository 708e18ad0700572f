// swift-format-ignore-file
import ScreenStateKit

enum S1LoadmoreScreenState {
  // App types
  struct Item: Equatable, Sendable {
    var name = "item"
  }

  // S1-17 (L446)
  @Observable @MainActor
  final class ListViewState: LoadmoreScreenState, StateUpdatable {
      var items: [Item] = []
  }
}
