import Observation
import StateEngine

/// The stores of a store's children.
@MainActor
final class ChildStores<Parent: Feature> {
  private var groups: [AnyKeyPath: any ChildGroupProtocol<Parent.State>] = [:]

  func group<ParentAction, ID, F: Feature>(
    at property: AnyKeyPath,
    _ link: ChildLink<Parent.State, ParentAction, ID, F>,
    onChange: @escaping @MainActor () -> Void
  ) -> ChildGroup<Parent.State, ID, F> {
    if let group = groups[property] as? ChildGroup<Parent.State, ID, F> { return group }
    let group = ChildGroup<Parent.State, ID, F>(link.members, onChange: onChange)
    groups[property] = group
    return group
  }

  /// Ends the stores of children that are not in the parent's state any more.
  func prune(_ state: Parent.State) {
    for group in groups.values { group.prune(state) }
  }

  func endAll() {
    for group in groups.values { group.endAll() }
  }

  func cancelAllTasks() {
    for group in groups.values { group.cancelAllTasks() }
  }
}

@MainActor
private protocol ChildGroupProtocol<ParentState>: AnyObject {
  associatedtype ParentState

  func prune(_ parent: ParentState)
  func endAll()
  func cancelAllTasks()
}

/// The stores of the children of one kind.
@MainActor
final class ChildGroup<ParentState: AnyObject, ID: Hashable & Sendable, F: Feature>:
  ChildGroupProtocol
{
  private let read: @MainActor (ParentState) -> [ID: F.State]
  private let onChange: @MainActor () -> Void
  private let place = ObservationTurn.makePlace()
  private var stores: [ID: Store<F>] = [:]
  private var members: [ID: F.State] = [:]
  /// Raised when `members` has to be read again.
  private var hasChanged = Flag(isRaised: true)

  init(
    _ read: @escaping @MainActor (ParentState) -> [ID: F.State],
    onChange: @escaping @MainActor () -> Void
  ) {
    self.read = read
    self.onChange = onChange
  }

  /// The store of a child, which is made when it is asked for; nothing if there is no such child.
  func store(
    _ id: ID,
    in parent: ParentState,
    make: (F.State) -> Store<F>
  ) -> Store<F>? {
    prune(parent)
    if let store = stores[id] { return store }
    guard let state = members[id] else { return nil }
    let store = make(state)
    stores[id] = store
    return store
  }

  func prune(_ parent: ParentState) {
    guard hasChanged.isRaised else { return }
    readMembers(of: parent)
    for (id, store) in stores where members[id] !== store.state {
      stores[id] = nil
      store.end()
    }
  }

  func endAll() {
    for store in stores.values { store.end() }
    stores = [:]
  }

  func cancelAllTasks() {
    for store in stores.values { store.cancelAllTasks() }
  }

  private func readMembers(of parent: ParentState) {
    // What cannot be observed has always changed.
    let flag = Flag(isRaised: !(parent is any Observable))
    hasChanged = flag
    members = withObservationTracking {
      read(parent)
    } onChange: { [onChange, place] in
      // Reported before the change is made.
      flag.raise()
      ObservationTurn.add(place) { onChange() }
    }
  }
}
