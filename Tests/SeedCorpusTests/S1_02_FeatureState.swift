// swift-format-ignore-file
import Foundation
import ScreenStateKit
import Observation

enum S1Feature {
  // App types
  struct Item: Equatable, Sendable {
    var name = "item"
  }

  // S1-2 (L84)
  @Observable @MainActor
  final class FeatureViewState: LoadmoreScreenState, StateUpdatable {
      // UI Configuration
      let headerHeight: CGFloat = 120.0

      // Data State
      var items: [Item] = []
  }
}
