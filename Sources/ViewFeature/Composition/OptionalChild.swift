/// A child feature that a parent has while its state is there.
///
/// When the parent's state sets the child's state to nil or replaces it, the child's effects are
/// cancelled.
public struct OptionalChild<ParentState: AnyObject, ParentAction, F: Feature>: Sendable {
  let link: ChildLink<ParentState, ParentAction, SingleChildID, F>

  /// Makes a child whose parent takes no outputs.
  @MainActor
  public init(
    _ state: KeyPath<ParentState, F.State?>,
    _ feature: F
  ) where ParentAction == Never {
    link = ChildLink(feature) { $0[keyPath: state] }
  }

  /// Makes a child whose outputs the parent handles as actions.
  @MainActor
  public init(
    _ state: KeyPath<ParentState, F.State?>,
    _ feature: F,
    output: @escaping @MainActor (F.Output) -> ParentAction
  ) where F: OutputFeature {
    link = ChildLink(feature) { $0[keyPath: state] }.receiving { output($1) }
  }
}
