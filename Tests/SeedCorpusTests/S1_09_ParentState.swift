// swift-format-ignore-file
import ScreenStateKit

// The block declares `ChildViewState` twice: split, one scope each (C20).

enum S1ParentState {
  // S1-9 (L336), first variant
  @Observable @MainActor
  final class ParentViewState: ScreenState { }

  @Observable @MainActor
  final class ChildViewState: ScreenState {
      init(parent: ParentViewState) {
          // Propagate both loading and error to parent
          super.init(states: parent)
      }
  }

  enum LoadingOnly {
    // S1-9 (L336), second variant
    // Or selectively propagate only loading:
    final class ChildViewState: ScreenState {
        init(parent: ParentViewState) {
            super.init(states: parent, options: .loading)
        }
    }
  }
}
