// swift-format-ignore-file
import ScreenStateKit

enum S0Placeholder {
  // App types
  struct Item: Equatable, Sendable {
    var name = "mock"

    static var mocks: [Item] { [Item()] }
  }

  // S0-5 (L126)
  struct HomeSnapshot: Equatable, PlaceholderRepresentable {
      let items: [Item]

      static var placeholder: HomeSnapshot {
          HomeSnapshot(items: Item.mocks)
      }

      var isPlaceholder: Bool { self == .placeholder }
  }

  // In state:
  @Observable @MainActor
  final class HomeViewState: ScreenState, StateUpdatable {
      var snapshot: HomeSnapshot = .placeholder  // Start with skeleton
  }
}
