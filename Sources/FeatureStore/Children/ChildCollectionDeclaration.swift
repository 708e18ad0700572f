/// Child features of one kind, each with a state in a collection of the parent's state.
///
/// In features, write ``Feature/ChildCollection``.
///
/// When a state is removed from the collection or another state takes over its id, that child's effects are cancelled,
/// unless another declaration of the same feature leads to the state.
public struct ChildCollectionDeclaration<
  ParentState: AnyObject,
  ParentAction,
  F: Feature,
  ID: Hashable & Sendable
>: Sendable {
  let link: ChildLink<ParentState, ParentAction, ID, F>

  init(link: ChildLink<ParentState, ParentAction, ID, F>) {
    self.link = link
  }

  /// Creates children without outputs; if several states have the same id, the first one is used.
  @MainActor
  public init<State: Identifiable>(
    _ states: KeyPath<ParentState, [State]>,
    _ feature: F
  ) where F.ParentOutput == Never, F.State == State, State.ID == ID {
    link = ChildLink(feature, states: states)
  }

  /// Creates children whose outputs the parent handles as actions; if several states have the same id, the first one is
  /// used.
  @MainActor
  public init<State: Identifiable>(
    _ states: KeyPath<ParentState, [State]>,
    _ feature: F,
    output: @escaping @MainActor (ID, F.Output) -> ParentAction
  ) where F: OutputFeature, F.State == State, State.ID == ID {
    link = ChildLink(feature, states: states).receiving(output)
  }

  /// Creates children whose outputs are dropped; if several states have the same id, the first one is used.
  @MainActor
  public init<State: Identifiable>(
    _ states: KeyPath<ParentState, [State]>,
    _ feature: F,
    output _: IgnoredOutputs
  ) where F: OutputFeature, F.State == State, State.ID == ID {
    link = ChildLink(feature, states: states)
  }
}

extension ChildCollectionDeclaration {
  /// Creates children without outputs.
  @MainActor
  public init(
    _ states: KeyPath<ParentState, [ID: F.State]>,
    _ feature: F
  ) where F.ParentOutput == Never {
    link = ChildLink(feature, states: states)
  }

  /// Creates children whose outputs the parent handles as actions.
  @MainActor
  public init(
    _ states: KeyPath<ParentState, [ID: F.State]>,
    _ feature: F,
    output: @escaping @MainActor (ID, F.Output) -> ParentAction
  ) where F: OutputFeature {
    link = ChildLink(feature, states: states).receiving(output)
  }

  /// Creates children whose outputs are dropped.
  @MainActor
  public init(
    _ states: KeyPath<ParentState, [ID: F.State]>,
    _ feature: F,
    output _: IgnoredOutputs
  ) where F: OutputFeature {
    link = ChildLink(feature, states: states)
  }
}
