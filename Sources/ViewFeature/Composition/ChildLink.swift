/// The part of a child feature that a parent's store needs.
struct ChildLink<ParentState: AnyObject, ParentAction, ID: Hashable & Sendable, F: Feature>:
  Sendable
{
  let feature: F
  /// Finds the states of the children that there are now.
  let makeMembers: @MainActor () -> any ChildMembers<ParentState, ID, F.State>
  /// Reads as little as tells an observer when the members change.
  let touch: @MainActor (ParentState) -> Void
  /// The parent's action for an output.
  private(set) var action: (@MainActor (ID, any Sendable) -> ParentAction?)?

  init(
    _ feature: F,
    members: @escaping @MainActor () -> any ChildMembers<ParentState, ID, F.State>,
    touch: @escaping @MainActor (ParentState) -> Void
  ) {
    self.feature = feature
    makeMembers = members
    self.touch = touch
  }

  @MainActor
  func receiving(
    _ output: @escaping @MainActor (ID, F.Output) -> ParentAction
  ) -> ChildLink where F: OutputFeature {
    var link = self
    link.action = { id, value in (value as? F.Output).map { output(id, $0) } }
    return link
  }
}

extension ChildLink where ID == SingleChildID {
  @MainActor
  init(_ feature: F, state: @escaping @MainActor (ParentState) -> F.State?) {
    self.init(feature) {
      SingleMember(state: state)
    } touch: { parent in
      _ = state(parent)
    }
  }
}

extension ChildLink {
  /// Of states with the same id the first counts.
  @MainActor
  init<State: Identifiable>(
    _ feature: F,
    states: KeyPath<ParentState, [State]>
  ) where F.State == State, State.ID == ID {
    self.init(feature) {
      ListMembers(states: states)
    } touch: { parent in
      _ = parent[keyPath: states]
    }
  }
}

extension ChildLink {
  @MainActor
  init(_ feature: F, states: KeyPath<ParentState, [ID: F.State]>) {
    self.init(feature) {
      DictionaryMembers(states: states)
    } touch: { parent in
      _ = parent[keyPath: states]
    }
  }
}

enum SingleChildID: Hashable, Sendable {
  case only
}
