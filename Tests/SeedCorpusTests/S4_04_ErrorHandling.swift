// swift-format-ignore-file
import ViewFeature

enum S4ErrorHandling {
  // App types
  static func networkCall() async throws {}

  // S4-4 (L197)
  struct NetworkFeature: StoreFeature {
    @Observable
    final class State {
      var isLoading = false
      var errorMessage: String?
    }

  enum Action: Sendable {
    case fetch
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
        case .fetch:
        state.isLoading = true
        state.errorMessage = nil
        return .run(id: "fetch") {
          try await networkCall()
        }
      .catch { error, state in
        state.errorMessage = error.localizedDescription
        state.isLoading = false
      }
  }
  }
  }
  }
}
