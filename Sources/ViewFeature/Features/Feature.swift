/// A unit of an application: the state it has, the actions it knows, and how they are handled.
@MainActor
public protocol Feature: Sendable {
  /// The events that the feature handles; usually an enumeration.
  associatedtype Action: Sendable
  /// A class, which handlers, effects and views share.
  associatedtype State: AnyObject
  /// The results for the feature's parent: `Output` of an `OutputFeature`, and none of others.
  associatedtype ParentOutput: Sendable = Never

  /// Makes the handler of the feature's actions.
  ///
  /// A store calls this once, when it is made. A parent's store calls it once more for each declaration of children,
  /// to see whether they have reactions.
  func handle() -> ActionHandler<Action, State>
}

/// The name that `Feature` has in some documents.
public typealias StoreFeature = Feature

extension Feature {
  /// The type of the feature's effects, for where it can't be inferred: `ids.map { Effect.run … }`.
  public typealias Effect = ActionTask<Action, State>

  /// The store that runs the current effect or handler.
  public nonisolated var store: StoreProxy<Self> { StoreProxy() }
}
