// swift-format-ignore-file
import ViewFeature

enum S4ErrorHandling {
  // App types
  nonisolated enum Network {
    @TaskLocal static var call: @Sendable () async throws -> Void = {}
  }

  static func networkCall() async throws {
    try await Network.call()
  }

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
