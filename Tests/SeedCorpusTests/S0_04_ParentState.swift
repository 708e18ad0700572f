// swift-format-ignore-file
import ScreenStateKit

// The block declares `ChildViewState` three times: split, one scope each (C20).

enum S0ParentState {
  // S0-4 (L95), first variant
  @Observable @MainActor
  final class ParentViewState: ScreenState, StateUpdatable { }

  @Observable @MainActor
  final class ChildViewState: ScreenState, StateUpdatable {
      init(parent: ParentViewState) {
          // Propagate both loading and error (default)
          super.init(states: parent)
      }
  }

  enum LoadingOnly {
    // S0-4 (L95), second variant
    // Propagate loading only
    final class ChildViewState: ScreenState, StateUpdatable {
        init(parent: ParentViewState) {
            super.init(states: parent, options: .loading)
        }
    }
  }

  enum ErrorOnly {
    // S0-4 (L95), third variant
    // Propagate error only
    final class ChildViewState: ScreenState, StateUpdatable {
        init(parent: ParentViewState) {
            super.init(states: parent, options: .error)
        }
    }
  }
}
