// swift-format-ignore-file
import ViewFeature

// Each action type stands in a feature, because that is what it has to be good for.

enum S3Actions {
  // App types
  struct User: Equatable, Sendable {
    let name: String
  }

  @Observable
  final class State {
    var handled: [String] = []
  }

  struct LoginFeature: Feature {
    typealias State = S3Actions.State

    // S3-8 (L105)
    enum Action: Sendable {
        case userTappedLoginButton
        case loginResponseReceived(Result<User, Error>)
        case userDismissedAlert
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        state.handled.append("\(action)")
        return .none
      }
    }
  }

  struct VagueFeature: Feature {
    typealias State = S3Actions.State

    // S3-9 (L114)
    enum Action: Sendable {
        case action1
        case doLogin
        case handle
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        state.handled.append("\(action)")
        return .none
      }
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
      ActionHandler { action, state in
        state.handled.append("\(action)")
        return .none
      }
    }
  }

  struct ShopFeature: Feature {
    typealias State = S3Actions.State

    // App types
    enum CartAction: Sendable { case empty }
    enum CheckoutAction: Sendable { case pay }

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
      ActionHandler { action, state in
        state.handled.append("\(action)")
        return .none
      }
    }
  }
}
