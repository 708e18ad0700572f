// swift-format-ignore-file
import ScreenStateKit

enum S1StateUpdatable {
  // App types
  struct Item: Equatable, Sendable {
    var name = "item"
  }

  // S1-6 (L288)
  @Observable @MainActor
  final class MyViewState: ScreenState, StateUpdatable {
      var items: [Item] = []
      var title: String = ""
  }

  nonisolated static func updateState(viewState: MyViewState?, newItems: [Item]) async {
    // S1-7 (L298)
    // Basic state update (no animation)
    await viewState?.updateState { state in
        state.items = newItems
        state.title = "Updated"
    }

    // Update with animation
    await viewState?.updateState({ state in
        state.items = newItems
    }, withAnimation: .easeInOut)

    // Update with animations disabled
    await viewState?.updateState({ state in
        state.items = newItems
    }, disablesAnimations: true)
  }
}
