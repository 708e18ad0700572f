import Observation

/// The current children of one kind in a parent's state.
@MainActor
protocol ChildMembers<ParentState, ID, State>: AnyObject {
  associatedtype ParentState
  associatedtype ID
  associatedtype State: AnyObject

  func state(_ id: ID, in parent: ParentState) -> State?
  /// Returns the ids of the current children, without duplicates.
  func ids(in parent: ParentState) -> [ID]
  /// Records that the children may have changed.
  ///
  /// - Returns: Whether none can have been removed, as far as a constant-time check shows.
  func mayHaveChanged(in parent: ParentState) -> Bool
  /// Returns the same as `state(_:in:)`, but without cached values.
  func reread(_ id: ID, in parent: ParentState) -> State?
  /// Returns the id that leads to a state.
  func id(of state: State, in parent: ParentState) -> ID?
  /// Removes a state from each of its places in the parent's state, and leaves the rest unchanged.
  ///
  /// - Returns: Whether the state was removed.
  func remove(_ state: State, from parent: ParentState) -> Bool
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
  func remove(_ state: State, from parent: ParentState) -> Bool { false }

  func id(of state: State, in parent: ParentState) -> SingleChildID? {
    parent[keyPath: self.state] === state ? .only : nil
  }
}

/// A child that a parent may have.
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

  func id(of state: State, in parent: ParentState) -> SingleChildID? {
    parent[keyPath: self.state] === state ? .only : nil
  }

  func remove(_ state: State, from parent: ParentState) -> Bool {
    guard parent[keyPath: self.state] === state else { return false }
    return change(self.state, of: parent) { $0 = nil }
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
    let states = parent[keyPath: states]
    // A state that can't be observed counts as changed at each check.
    return parent is any Observable ? index.follow(states) : index.hasGrownOnly(to: states)
  }

  func id(of state: State, in parent: ParentState) -> State.ID? {
    let id = state.id
    return self.state(id, in: parent) === state ? id : nil
  }

  func remove(_ state: State, from parent: ParentState) -> Bool {
    guard parent[keyPath: states].contains(where: { $0 === state }) else { return false }
    return change(states, of: parent) { $0.removeAll { $0 === state } }
  }
}

/// Children by their ids.
final class DictionaryMembers<ParentState, ID: Hashable, State: AnyObject>: ChildMembers {
  private let states: KeyPath<ParentState, [ID: State]>
  /// The ids by object, as read since the last change.
  private var known: [ObjectIdentifier: ID]?

  init(states: KeyPath<ParentState, [ID: State]>) {
    self.states = states
  }

  func state(_ id: ID, in parent: ParentState) -> State? { parent[keyPath: states][id] }
  /// Returns the ids in the order of their texts, because the order of keys differs from process to process.
  func ids(in parent: ParentState) -> [ID] {
    parent[keyPath: states].keys.map { ($0, "\($0)") }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  func mayHaveChanged(in parent: ParentState) -> Bool {
    known = nil
    return false
  }

  /// Returns the id; if several ids lead to the state, the one whose text sorts first.
  func id(of state: State, in parent: ParentState) -> ID? {
    let states = parent[keyPath: states]
    let ids = known ?? read(states)
    known = ids
    return ids[ObjectIdentifier(state)].flatMap { states[$0] === state ? $0 : nil }
  }

  private func read(_ states: [ID: State]) -> [ObjectIdentifier: ID] {
    let pairs = states.map { (ObjectIdentifier($1), $0) }
    return Dictionary(pairs) { "\($0)" < "\($1)" ? $0 : $1 }
  }

  func remove(_ state: State, from parent: ParentState) -> Bool {
    let ids = parent[keyPath: states].filter { $0.value === state }.keys
    if ids.isEmpty { return false }
    return change(states, of: parent) { states in
      for id in ids { states[id] = nil }
    }
  }
}

/// Changes a property, if it has a setter.
///
/// - Returns: Whether the property has a setter.
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
