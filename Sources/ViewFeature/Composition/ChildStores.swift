import Observation
import StateEngine

/// The stores of a store's children.
@MainActor
final class ChildStores<Parent: Feature> {
  private var groupsByKey: [ChildKey: any ChildGroupProtocol<Parent.State>] = [:]
  /// In the order of their making.
  private var groups: [any ChildGroupProtocol<Parent.State>] = []
  /// Takes part in the making of the stores, for a test.
  var witness: (any ChildWitness)?

  func group<ParentAction, ID, F: Feature>(
    _ link: ChildLink<Parent.State, ParentAction, ID, F>,
    onChange: @escaping @MainActor () -> Void
  ) -> ChildGroup<Parent.State, ID, F> {
    let key = link.key
    if let group = groupsByKey[key] as? ChildGroup<Parent.State, ID, F> { return group }
    let group = ChildGroup<Parent.State, ID, F>(
      link.makeMembers(),
      touch: link.touch,
      onChange: onChange
    )
    groupsByKey[key] = group
    groups.append(group)
    return group
  }

  /// Ends the stores of children that are not in the parent's state any more.
  ///
  /// Of a list that has grown, all are looked at in a later turn only, `isComplete`.
  func prune(_ state: Parent.State, isComplete: Bool) {
    for group in groups { group.prune(state, isComplete: isComplete) }
  }

  func endAll() {
    for group in groups { group.endAll() }
  }

  func cancelAllTasks() {
    for group in groups { group.cancelAllTasks() }
  }
}

@MainActor
private protocol ChildGroupProtocol<ParentState>: AnyObject {
  associatedtype ParentState

  func prune(_ parent: ParentState, isComplete: Bool)
  func endAll()
  func cancelAllTasks()
}

/// The stores of the children of one kind.
@MainActor
final class ChildGroup<ParentState: AnyObject, ID: Hashable & Sendable, F: Feature>:
  ChildGroupProtocol
{
  private let members: any ChildMembers<ParentState, ID, F.State>
  private let touch: @MainActor (ParentState) -> Void
  private let onChange: @MainActor () -> Void
  private let place = ObservationTurn.makePlace()
  private var stores: [ID: Store<F>] = [:]
  /// In the order of their making.
  private var ids: [ID] = []
  /// Raised when the parent's children may have changed.
  private var hasChanged = Flag(isRaised: true)
  /// Whether stores have not been looked at since a change.
  private var isIncomplete = false
  private var hasReported = false

  init(
    _ members: any ChildMembers<ParentState, ID, F.State>,
    touch: @escaping @MainActor (ParentState) -> Void,
    onChange: @escaping @MainActor () -> Void
  ) {
    self.members = members
    self.touch = touch
    self.onChange = onChange
  }

  /// The store of a child, which is made when it is asked for; nothing if there is no such child.
  ///
  /// `reportComputed` is called, once, if the child's state is another object at each read.
  func store(
    _ id: ID,
    in parent: ParentState,
    make: (F.State) -> Store<F>,
    reportComputed: () -> Void
  ) -> Store<F>? {
    prune(parent, isComplete: false)
    let state = members.state(id, in: parent)
    if let store = stores[id] {
      if store.state === state { return store }
      end(id)
    }
    guard let state else { return nil }
    if !hasReported, members.reread(id, in: parent) !== state {
      hasReported = true
      reportComputed()
    }
    let store = make(state)
    stores[id] = store
    ids.append(id)
    return store
  }

  func prune(_ parent: ParentState, isComplete: Bool) {
    guard hasChanged.isRaised || isComplete && isIncomplete else { return }
    track(parent)
    if members.mayHaveChanged(in: parent), !isComplete {
      // A change of the parent that is not observed brings no other turn.
      if !(parent is any Observable), !isIncomplete {
        ObservationTurn.add(place) { self.onChange() }
      }
      isIncomplete = true
      return
    }
    isIncomplete = false
    for id in ids where members.state(id, in: parent) !== stores[id]?.state { end(id) }
    ids.removeAll { stores[$0] == nil }
  }

  private func end(_ id: ID) {
    stores.removeValue(forKey: id)?.end()
  }

  func endAll() {
    for id in ids { stores[id]?.end() }
    stores = [:]
    ids = []
  }

  func cancelAllTasks() {
    for id in ids { stores[id]?.cancelAllTasks() }
  }

  private func track(_ parent: ParentState) {
    // A state that cannot be observed counts as changed.
    let flag = Flag(isRaised: !(parent is any Observable))
    hasChanged = flag
    withObservationTracking {
      touch(parent)
    } onChange: { [onChange, place] in
      // Reported before the change is made.
      flag.raise()
      ObservationTurn.add(place) { onChange() }
    }
  }
}
