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
  /// As `state(_:in:)`, without what is kept from an earlier call.
  func reread(_ id: ID, in parent: ParentState) -> State?
  /// Takes a child out of the parent's state.
  ///
  /// - Returns: Whether the parent's state can be without it.
  func remove(_ id: ID, from parent: ParentState) -> Bool
}

extension ChildMembers {
  func reread(_ id: ID, in parent: ParentState) -> State? { state(id, in: parent) }
}

/// A child that a parent always has.
final class ConstantMember<ParentState, State: AnyObject>: ChildMembers {
  private let state: KeyPath<ParentState, State>

  init(state: KeyPath<ParentState, State>) {
    self.state = state
  }

  func state(_ id: SingleChildID, in parent: ParentState) -> State? { parent[keyPath: state] }
  func ids(in parent: ParentState) -> [SingleChildID] { [.only] }
  func mayHaveChanged(in parent: ParentState) -> Bool { false }
  func remove(_ id: SingleChildID, from parent: ParentState) -> Bool { false }
}

/// A child that a parent has or not.
final class OptionalMember<ParentState, State: AnyObject>: ChildMembers {
  private let state: KeyPath<ParentState, State?>

  init(state: KeyPath<ParentState, State?>) {
    self.state = state
  }

  func state(_ id: SingleChildID, in parent: ParentState) -> State? { parent[keyPath: state] }

  func ids(in parent: ParentState) -> [SingleChildID] {
    parent[keyPath: state] == nil ? [] : [.only]
  }

  func mayHaveChanged(in parent: ParentState) -> Bool { false }

  func remove(_ id: SingleChildID, from parent: ParentState) -> Bool {
    change(state, of: parent) { $0 = nil }
  }
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

  func remove(_ id: State.ID, from parent: ParentState) -> Bool {
    change(states, of: parent) { $0.removeAll { $0.id == id } }
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

  func remove(_ id: ID, from parent: ParentState) -> Bool {
    change(states, of: parent) { $0[id] = nil }
  }
}

/// Changes a property, if it has a setter.
///
/// - Returns: Whether it has.
@MainActor
func change<Root, Value>(
  _ property: KeyPath<Root, Value>,
  of root: Root,
  _ body: (inout Value) -> Void
) -> Bool {
  guard let property = property as? ReferenceWritableKeyPath<Root, Value> else { return false }
  body(&root[keyPath: property])
  return true
}
