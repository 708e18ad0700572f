// swift-format-ignore-file
import ScreenStateKit
import Observation

enum S0BasicScreenState {
  // App types
  struct Item: Equatable, Sendable {
    var name = "item"
  }

  // S0-1 (L27)
  @Observable @MainActor
  final class MyFeatureViewState: ScreenState, StateUpdatable {
      var items: [Item] = []
      var title: String = ""
  }

  nonisolated static func updateState(viewState: MyFeatureViewState?, newItems: [Item]) async {
    // S0-2 (L57)
    // Default: animated with .smooth
    await viewState?.updateState { state in
        state.items = newItems
        state.title = "Updated"
    }

    // With custom animation
    await viewState?.updateState(withAnimation: .easeInOut) { state in
        state.items = newItems
    }

    // Without animation
    await viewState?.updateState(withAnimation: .none) { state in
        state.items = newItems
    }
  }
}
