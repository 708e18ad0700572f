// swift-format-ignore-file
// expect: error: expected declaration
// expect: error: consecutive declarations on a line must be separated by ';'
import ViewFeature

struct ItemsFeature: Feature {
  struct Item: Sendable {}

  // S3-2 (L25)
  nonisolated @Observable  // ⚠️ Breaks SwiftUI integration
  final class State {
      var items: [Item] = []
  }

  enum Action: Sendable {
    case load
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in .none }
  }
}
