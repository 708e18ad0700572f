// swift-format-ignore-file
import ViewFeature

enum S3Middleware {
  // S3-38 (L552)
  struct LoggingMiddleware: ActionMiddleware {
      // Only logging
  }

  struct AnalyticsMiddleware: ActionMiddleware {
      // Only analytics
  }

  // S3-39 (L563)
  struct EverythingMiddleware: ActionMiddleware {
      // ⚠️ Logging, analytics, validation, caching...
  }

  struct CounterFeature: Feature {
    @Observable
    final class State {
      var count = 0
    }

    enum Action: Sendable { case increment }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.count += 1
        return .none
      }
      .use(LoggingMiddleware())
      .use(AnalyticsMiddleware())
      .use(EverythingMiddleware())
    }
  }
}

enum S3MiddlewareChain {
  // App types
  @MainActor static var analytics: [String] = []

  struct AnalyticsMiddleware: ActionMiddleware {
    func beforeAction<Action, State>(action: Action, state: State) async throws {
      S3MiddlewareChain.analytics.append("\(action)")
    }
  }

  struct UserFeature: Feature {
    @Observable
    final class State {
      var isLoggedIn = false
    }

    enum Action: Sendable { case login }

    // S3-37 (L537)
    func handle() -> ActionHandler<Action, State> {
        ActionHandler { action, state in
            // Business logic
            // edit: in its place
            state.isLoggedIn = true
            return .none
        }
        .use(LoggingMiddleware(category: "UserFeature"))
        .use(AnalyticsMiddleware())
    }
  }
}
