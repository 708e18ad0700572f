/// The time at which a screen performs a refresh request.
public enum AppRefreshBehavior: Int8, Sendable {
  /// Performs the request as soon as it is made.
  case immediate
  /// Performs the request the next time the screen appears.
  case onNextAppear
}
