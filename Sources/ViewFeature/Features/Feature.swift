/// A unit of an application: its state, its actions, and the handler of these actions.
@MainActor
public protocol Feature: Sendable {
  /// The events that the feature handles; usually an enumeration.
  associatedtype Action: Sendable
  /// A class that handlers, effects and views share.
  associatedtype State: AnyObject
  /// The results for the feature's parent: `Output` for an `OutputFeature`, and `Never` for other features.
  associatedtype ParentOutput: Sendable = Never

  /// Creates the handler of the feature's actions.
  ///
  /// A store calls this function once, when it is created. A parent's store calls it once more for each declaration of
  /// children, to check whether they have reactions.
  func handle() -> ActionHandler<Action, State>
}

extension Feature {
  /// The type of the feature's effects, for code where it can't be inferred: `ids.map { Effect.run … }`.
  public typealias Effect = ActionTask<Action, State>
}
