/// Decides when a screen follows the requests of an `AppRefresher`.
struct AppRefreshQueue<Option: OptionSet & Sendable, Source: Sendable> {
  typealias Action = AppRefreshAction<Option, Source>

  private var pending: Action?

  /// Takes a request, for a screen that is asked for `option`.
  ///
  /// - Returns: The request, if it is to be followed now.
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

  /// Notes that the screen appears.
  ///
  /// - Returns: The requests made while it waited, as one.
  mutating func appear() -> Action? {
    defer { pending = nil }
    return pending
  }

  /// One request for what both ask for, from the source of the last one.
  private func merge(_ first: Action, _ second: Action) -> Action {
    Action(option: first.option.union(second.option), source: second.source ?? first.source)
  }
}
