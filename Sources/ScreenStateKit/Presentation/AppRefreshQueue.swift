/// A queue that decides when a screen performs the requests of an `AppRefresher`.
struct AppRefreshQueue<Option: OptionSet & Sendable, Source: Sendable> {
  typealias Action = AppRefreshAction<Option, Source>

  private var pending: Action?

  /// Accepts a request for a screen that observes `option`.
  ///
  /// - Returns: The request, if the screen performs it immediately.
  mutating func receive(
    _ action: Action,
    for option: Option,
    behavior: AppRefreshBehavior
  ) -> Action? {
    guard !action.option.isDisjoint(with: option) else { return nil }
    switch behavior {
    case .immediate:
      return action
    case .onNextAppear:
      pending = pending.map { merge($0, action) } ?? action
      return nil
    }
  }

  /// Records that the screen appears.
  ///
  /// - Returns: The waiting requests, merged into one.
  mutating func appear() -> Action? {
    defer { pending = nil }
    return pending
  }

  /// Merges two requests, with the source of the last one that has a source.
  private func merge(_ first: Action, _ second: Action) -> Action {
    Action(option: first.option.union(second.option), source: second.source ?? first.source)
  }
}
