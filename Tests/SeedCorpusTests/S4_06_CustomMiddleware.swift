// swift-format-ignore-file
import ViewFeature

enum S4CustomMiddleware {
  // App types
  enum Analytics {
    static func track(_ event: String, properties: [String: Any]) {}
  }

  // S4-6 (L262), the middleware half (the feature half is an outline)
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
}
