/// The part that one action has in the loading of its screen.
///
/// An action does not wait for the main actor to show that it is loading. This keeps the order that the
/// screen sees: loading begins before the action changes the state, and ends after it has begun.
final class ActionLoading: Sendable {
  private enum Phase {
    case ahead
    case shown
    case over
  }

  private weak let state: ScreenState?
  @MainActor private var phase = Phase.ahead

  init(on state: ScreenState) {
    self.state = state
  }

  /// Shows loading, unless this was done or the action has ended.
  @MainActor func begin() {
    guard phase == .ahead else { return }
    phase = .shown
    state?.loadingStarted()
  }

  /// Ends loading if it has begun; a later begin does nothing.
  @MainActor func end() {
    defer { phase = .over }
    if phase == .shown { state?.loadingFinished() }
  }
}
