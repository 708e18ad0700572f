// swift-format-ignore-file
import ViewFeature

// Each action type stands in a feature, because that is what it has to be good for.

enum S3Actions {
  // App types
  struct User: Sendable {}

  @Observable
  final class State {}

  struct LoginFeature: Feature {
    typealias State = S3Actions.State

    // S3-8 (L105)
    enum Action: Sendable {
        case userTappedLoginButton
        case loginResponseReceived(Result<User, Error>)
        case userDismissedAlert
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }

  struct CounterFeature: Feature {
    typealias State = S3Actions.State

    // S3-10 (L127)
    enum Action: Sendable {
        case increment
        case dataLoaded([String])  // Array is Sendable
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }

  struct ShopFeature: Feature {
    typealias State = S3Actions.State

    // App types
    enum CartAction: Sendable {}
    enum CheckoutAction: Sendable {}

    // S3-12 (L146)
    enum Action: Sendable {
        case user(UserAction)
        case cart(CartAction)
        case checkout(CheckoutAction)
    }

    enum UserAction: Sendable {
        case login
        case logout
        case updateProfile(User)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }
}
