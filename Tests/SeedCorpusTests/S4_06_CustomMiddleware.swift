// swift-format-ignore-file
import ViewFeature

enum S4CustomMiddleware {
  // App types
  @MainActor
  enum Analytics {
    static var tracked: [(event: String, properties: [String: Any])] = []

    static func track(_ event: String, properties: [String: Any]) {
      tracked.append((event, properties))
    }
  }

  // S4-6 (L262)
  struct AnalyticsMiddleware: ActionMiddleware {
    func beforeAction<Action, State>(action: Action, state: State) async throws {
  // Track action start
      Analytics.track("action_started", properties: ["action": "\(action)"])
    }

  func afterAction<Action, State>(
  action: Action,
  state: State,
  result: ActionTask<Action, State>,
  duration: TimeInterval
  ) async throws {
  // Track action completion
    Analytics.track("action_completed", properties: [
    "action": "\(action)",
    "duration": duration
    ])
  }

  func onError<Action, State>(
  error: Error,
  action: Action,
  state: State
  ) async {
  // Track errors
    Analytics.track("action_error", properties: [
    "action": "\(action)",
    "error": "\(error)"
    ])
  }
  }

  struct MyFeature: StoreFeature {
  // ...
  // edit: in its place
    struct Failure: Error {}

    @Observable
    final class State {
      var count = 0
    }

    enum Action: Sendable {
      case increment
      case fail
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
  // Action logic
  // edit: in its place
        switch action {
        case .increment: state.count += 1
        case .fail: throw Failure()
        }
        return .none
      }
    .use(AnalyticsMiddleware())
    .use(LoggingMiddleware(category: "MyFeature"))
  }
  }
}
