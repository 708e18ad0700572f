// swift-format-ignore-file
// expect: error: type 'CounterFeature' does not conform to protocol 'Feature'
// expect: note: possibly intended match 'CounterFeature.State' does not conform to 'AnyObject'
import ViewFeature

struct CounterFeature: Feature {
  // S3-4 (L46)
  struct State {  // ⚠️ Won't work with @Observable
      var count = 0
  }

  enum Action: Sendable {
    case load
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in .none }
  }
}
