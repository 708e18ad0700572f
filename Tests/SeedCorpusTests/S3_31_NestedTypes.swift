// swift-format-ignore-file
import ViewFeature

enum S3NestedTypes {
  // S3-31 (L436)
  struct UserFeature: Feature {
      @Observable
      final class State {
          // ...
          // edit: in its place
          var isLoggedIn = false
      }

      enum Action: Sendable {
          // ...
          // edit: in its place
          case login
      }

      func handle() -> ActionHandler<Action, State> {
          // ...
          // edit: in its place
          ActionHandler { action, state in
              switch action {
              case .login:
                  state.isLoggedIn = true
                  return .none
              }
          }
      }
  }
}
