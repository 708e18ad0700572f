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

  var all: [any RecordableStore] { groups.flatMap(\.all) }

  func beginTravel() {
    for group in groups { group.beginTravel() }
  }

  func endTravel(_ state: Parent.State, keepsShown: Bool) {
    for group in groups { group.endTravel(state, keepsShown: keepsShown) }
  }
}

@MainActor
private protocol ChildGroupProtocol<ParentState>: AnyObject {
  associatedtype ParentState

  func prune(_ parent: ParentState, isComplete: Bool)
  func endAll()
  func cancelAllTasks()
  var all: [any RecordableStore] { get }
  func beginTravel()
  func endTravel(_ parent: ParentState, keepsShown: Bool)
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
  /// In time travel the stores of children that are not in the shown state; otherwise nothing.
  private var hidden: [(id: ID, store: Store<F>)]?

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
      if hidden == nil { end(id) } else { hide(id) }
    }
    guard let state else { return nil }
    if let store = reveal(state, id) { return store }
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
    guard hidden == nil, hasChanged.isRaised || isComplete && isIncomplete else { return }
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
    for child in hidden ?? [] { child.store.end() }
    hidden = nil
    stores = [:]
    ids = []
  }

  func cancelAllTasks() {
    for id in ids { stores[id]?.cancelAllTasks() }
  }

  var all: [any RecordableStore] { ids.compactMap { stores[$0] } }

  // MARK: Time travel

  func beginTravel() {
    hidden = []
    for id in ids { stores[id]?.beginTravel() }
  }

  func endTravel(_ parent: ParentState, keepsShown: Bool) {
    for id in ids where members.state(id, in: parent) !== stores[id]?.state { hide(id) }
    for child in hidden ?? [] {
      if members.state(child.id, in: parent) === child.store.state {
        _ = reveal(child.store.state, child.id)
      } else {
        child.store.endTravel(keepsShown: keepsShown)
        child.store.end()
      }
    }
    hidden = nil
    hasChanged = Flag(isRaised: true)
    for id in ids { stores[id]?.endTravel(keepsShown: keepsShown) }
  }

  private func hide(_ id: ID) {
    guard let store = stores.removeValue(forKey: id) else { return }
    hidden?.append((id, store))
    ids.removeAll { $0 == id }
  }

  /// The store of a child that was not in the state that was shown before.
  private func reveal(_ state: F.State, _ id: ID) -> Store<F>? {
    guard let index = hidden?.firstIndex(where: { $0.store.state === state }) else { return nil }
    let store = hidden?.remove(at: index).store
    stores[id] = store
    ids.append(id)
    return store
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
