// swift-format-ignore-file
import ScreenStateKit

enum S1Placeholder {
  // App types
  struct Item: Equatable, Sendable {
    var name = "mock"

    static var mocks: [Item] { [Item()] }
  }

  // S1-13 (L394)
  struct HomeSnapshot: Equatable, PlaceholderRepresentable {
      let items: [Item]

      static var placeholder: HomeSnapshot {
          HomeSnapshot(items: Item.mocks)
      }

      var isPlaceholder: Bool { self == .placeholder }
  }

  // S1-16 (L429)
  @Observable @MainActor
  final class HomeViewState: ScreenState, StateUpdatable {
      var snapshot: HomeSnapshot = .placeholder  // Start with skeleton
  }
}
