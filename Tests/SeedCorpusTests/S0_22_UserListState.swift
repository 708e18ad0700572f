// swift-format-ignore-file
import ScreenStateKit
import Observation

enum S0UserList {
  // App types
  struct User: Equatable, Sendable {
    let id: String
  }

  // S0-22 (L626)
  @Observable @MainActor
  final class UserListViewState: LoadmoreScreenState, StateUpdatable {
      var users: [User] = []
      var searchQuery: String = ""
  }
}
