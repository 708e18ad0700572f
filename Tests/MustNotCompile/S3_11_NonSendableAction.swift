// swift-format-ignore-file
// expect: error: type 'ItemsFeature.Action' does not conform to the 'Sendable' protocol
//
// Only without default isolation: a type on the main actor is Sendable, regardless of its contents.
// isolation: nonisolated
import ViewFeature

struct ItemsFeature: Feature {
  @Observable
  final class State {}

  // S3-11 (L135)
  enum Action {  // ⚠️ Missing Sendable
      case dataLoaded(NSMutableArray)  // ⚠️ Not Sendable
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in .none }
  }
}
