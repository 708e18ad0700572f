/// A unit of an application: its state, its actions, and the handler of these actions.
@MainActor
public protocol Feature: Sendable {
  /// The events that the feature handles; usually an enumeration.
  associatedtype Action: Sendable
  /// A class that handlers, effects and views share.
  associatedtype State: AnyObject
  /// The results for the feature's parent: `Output` for an `OutputFeature`, and `Never` for other features.
  associatedtype ParentOutput: Sendable = Never
  /// The actions that views, parents and tests send; by default all.
  associatedtype InputAction: Sendable = Action

  /// Creates the handler of the feature's actions.
  ///
  /// A store calls this function once, when it is created. A parent's store calls it once more for each declaration of
  /// children, to check whether they have reactions or hooks; for one in a computed property, for each of its stores.
  func handle() -> ActionHandler<Action, State>

  /// Returns the action for an input; by default the same.
  ///
  /// A feature that declares this function has private events: only its own code sends the actions that aren't inputs.
  /// `InputAction` is the type of the parameter.
  ///
  /// ```swift
  /// enum Action: Sendable {
  ///   enum Input: Sendable { case queryChanged(String), clear }
  ///   case input(Input)
  ///   case found([String])
  /// }
  ///
  /// static func action(_ input: Action.Input) -> Action { .input(input) }
  /// ```
  ///
  /// A store calls it for each input, so it should only wrap its argument.
  static func action(_ input: InputAction) -> Action
}

extension Feature where InputAction == Action {
  /// Returns the input.
  @inlinable
  public static func action(_ input: InputAction) -> Action { input }
}

extension Feature {
  /// The type of the feature's effects, for code where it can't be inferred: `ids.map { Effect.run … }`.
  public typealias Effect = ActionTask<Action, State>
}
