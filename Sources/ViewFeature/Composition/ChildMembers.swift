/// The children of one kind that a parent's state has now.
@MainActor
protocol ChildMembers<ParentState, ID, State>: AnyObject {
  associatedtype ParentState
  associatedtype ID
  associatedtype State

  func state(_ id: ID, in parent: ParentState) -> State?
  /// The ids of the children that there are, each once.
  func ids(in parent: ParentState) -> [ID]
  /// Notes that the children may have changed.
  ///
  /// - Returns: Whether none can have left, as far as a check of constant cost shows.
  func mayHaveChanged(in parent: ParentState) -> Bool
}

/// A child that a parent has or not.
final class SingleMember<ParentState, State: AnyObject>: ChildMembers {
  private let state: @MainActor (ParentState) -> State?

  init(state: @escaping @MainActor (ParentState) -> State?) {
    self.state = state
  }

  func state(_ id: SingleChildID, in parent: ParentState) -> State? { state(parent) }
  func ids(in parent: ParentState) -> [SingleChildID] { state(parent) == nil ? [] : [.only] }
  func mayHaveChanged(in parent: ParentState) -> Bool { false }
}

/// Children in a list.
final class ListMembers<ParentState, State: AnyObject & Identifiable>: ChildMembers {
  private let states: KeyPath<ParentState, [State]>
  private var index = ChildIndex<State.ID, State> { $0.id }

  init(states: KeyPath<ParentState, [State]>) {
    self.states = states
  }

  func state(_ id: State.ID, in parent: ParentState) -> State? {
    index.state(id, in: parent[keyPath: states])
  }

  func ids(in parent: ParentState) -> [State.ID] {
    var seen: Set<State.ID> = []
    return parent[keyPath: states].map(\.id).filter { seen.insert($0).inserted }
  }

  func mayHaveChanged(in parent: ParentState) -> Bool {
    index.mayHaveChanged()
    return index.hasGrownOnly(to: parent[keyPath: states])
  }
}

/// Children by their ids.
final class DictionaryMembers<ParentState, ID: Hashable, State: AnyObject>: ChildMembers {
  private let states: KeyPath<ParentState, [ID: State]>

  init(states: KeyPath<ParentState, [ID: State]>) {
    self.states = states
  }

  func state(_ id: ID, in parent: ParentState) -> State? { parent[keyPath: states][id] }
  func ids(in parent: ParentState) -> [ID] { Array(parent[keyPath: states].keys) }
  func mayHaveChanged(in parent: ParentState) -> Bool { false }
}
