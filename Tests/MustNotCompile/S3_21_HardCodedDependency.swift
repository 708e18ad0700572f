// swift-format-ignore-file
// The handler returns no effect, so there is nothing for a test to replace.
// expect: error: missing return in closure expected to return 'ActionTask<UserFeature.Action, UserFeature.State>'
import ViewFeature

// App types
struct ProductionAPIClient {
  func fetch() async throws -> [String] { [] }
}

extension UserFeature {
  @Observable
  final class State {}

  enum Action: Sendable {
    case load
  }
}

// S3-21 (L280)
struct UserFeature: Feature {
    func handle() -> ActionHandler<Action, State> {
        ActionHandler { action, state in
            // ⚠️ Hard-coded, can't test
            let data = try await ProductionAPIClient().fetch()
        }
    }
}
