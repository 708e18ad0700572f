/// The part of one action in the loading of its screen.
///
/// An action doesn't wait for the main actor to show loading. This type preserves the order that the screen sees:
/// loading begins before the action changes the state, and never ends before it has begun.
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

  /// Shows loading, unless it is already shown or the action has ended.
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
