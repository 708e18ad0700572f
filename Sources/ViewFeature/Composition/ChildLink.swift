/// What a parent's store has to know of a child feature.
struct ChildLink<ParentState: AnyObject, ParentAction, ID: Hashable & Sendable, F: Feature>:
  Sendable
{
  typealias Members = @MainActor (ParentState) -> [ID: F.State]

  let feature: F
  /// The states of the children that there are now.
  let members: Members
  /// Reads as little as tells an observer when the members change.
  let touch: @MainActor (ParentState) -> Void
  /// The parent's action for an output.
  private(set) var action: (@MainActor (ID, any Sendable) -> ParentAction?)?

  init(
    _ feature: F,
    members: @escaping Members,
    touch: @escaping @MainActor (ParentState) -> Void
  ) {
    self.feature = feature
    self.members = members
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
    self.init(feature) { parent in
      state(parent).map { [.only: $0] } ?? [:]
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
    self.init(feature) { parent in
      Dictionary(parent[keyPath: states].map { ($0.id, $0) }) { first, _ in first }
    } touch: { parent in
      _ = parent[keyPath: states]
    }
  }
}

extension ChildLink {
  @MainActor
  init(_ feature: F, states: KeyPath<ParentState, [ID: F.State]>) {
    self.init(feature) { parent in
      parent[keyPath: states]
    } touch: { parent in
      _ = parent[keyPath: states]
    }
  }
}

enum SingleChildID: Hashable, Sendable {
  case only
}
