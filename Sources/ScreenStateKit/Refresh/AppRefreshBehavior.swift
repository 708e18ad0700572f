/// When a screen follows a request to refresh.
public enum AppRefreshBehavior: Int8, Sendable {
  /// As soon as it is made.
  case immediate
  /// When the screen appears the next time.
  case onNextAppear
}
