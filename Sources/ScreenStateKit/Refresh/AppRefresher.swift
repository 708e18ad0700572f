public import Observation

/// Tells the screens of an app what they are to load again.
@MainActor
@Observable
public final class AppRefresher<Option: OptionSet & Sendable, Source: Sendable> {
  /// The latest request to refresh.
  ///
  /// Two requests for the same thing are two actions.
  public private(set) var action: AppRefreshAction<Option, Source>?

  /// Makes a refresher that nobody has asked for anything yet.
  public init() {}

  /// Asks for a refresh of what `option` names; `source` says who asks.
  public func refresh(_ option: Option, source: Source? = nil) {
    action = AppRefreshAction(option: option, source: source)
  }
}
