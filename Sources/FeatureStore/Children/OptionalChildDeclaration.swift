/// A child feature that a parent has while the child's state isn't `nil`; in features, write ``Feature/OptionalChild``.
///
/// When the parent's state sets the child's state to `nil` or replaces it, the child's effects are cancelled, unless
/// another declaration of the same feature leads to the state.
public struct OptionalChildDeclaration<ParentState: AnyObject, ParentAction, F: Feature>: Sendable {
  let link: ChildLink<ParentState, ParentAction, SingleChildID, F>

  init(link: ChildLink<ParentState, ParentAction, SingleChildID, F>) {
    self.link = link
  }

  /// Creates a child without outputs.
  @MainActor
  public init(
    _ state: KeyPath<ParentState, F.State?>,
    _ feature: F
  ) where F.ParentOutput == Never {
    link = ChildLink(feature, at: state)
  }

  /// Creates a child whose outputs the parent handles as actions.
  @MainActor
  public init(
    _ state: KeyPath<ParentState, F.State?>,
    _ feature: F,
    output: @escaping @MainActor (F.Output) -> ParentAction
  ) where F: OutputFeature {
    link = ChildLink(feature, at: state).receiving { output($1) }
  }

  /// Creates a child whose outputs are dropped.
  @MainActor
  public init(
    _ state: KeyPath<ParentState, F.State?>,
    _ feature: F,
    output _: IgnoredOutputs
  ) where F: OutputFeature {
    link = ChildLink(feature, at: state)
  }
}
