/// A child feature that a parent always has; in features, write ``Feature/Child``.
///
/// The parent's feature holds it as a property, and `store.scope` returns the child's store:
///
/// ```swift
/// struct Shop: Feature {
///   let cart = Child(\.cart, Cart(), output: Action.cart)
/// }
/// CartView(store: store.scope(\.cart))
/// ```
public struct ChildDeclaration<ParentState: AnyObject, ParentAction, F: Feature>: Sendable {
  let link: ChildLink<ParentState, ParentAction, SingleChildID, F>

  init(link: ChildLink<ParentState, ParentAction, SingleChildID, F>) {
    self.link = link
  }

  /// Creates a child without outputs.
  @MainActor
  public init(
    _ state: KeyPath<ParentState, F.State>,
    _ feature: F
  ) where F.ParentOutput == Never {
    link = ChildLink(feature, at: state)
  }

  /// Creates a child whose outputs the parent handles as actions.
  @MainActor
  public init(
    _ state: KeyPath<ParentState, F.State>,
    _ feature: F,
    output: @escaping @MainActor (F.Output) -> ParentAction
  ) where F: OutputFeature {
    link = ChildLink(feature, at: state).receiving { output($1) }
  }

  /// Creates a child whose outputs are dropped.
  @MainActor
  public init(
    _ state: KeyPath<ParentState, F.State>,
    _ feature: F,
    output _: IgnoredOutputs
  ) where F: OutputFeature {
    link = ChildLink(feature, at: state)
  }
}
