import Observation
import StateCore

/// The children of one type of feature, without this type.
@MainActor
protocol ChildKindProtocol<ParentState>: AnyObject {
  associatedtype ParentState

  func prune(_ parent: ParentState, isComplete: Bool)
  func endAll()
  func cancelAllTasks()
  var all: [any AnyStore] { get }
  func hold(_ reason: DropReason)
  func makeHeldStores()
  func release(_ parent: ParentState, keepsShown: Bool)
}

/// A child with a store.
@MainActor
final class ChildEntry<ParentState: AnyObject, F: Feature> {
  let store: Store<F>
  /// The declarations that led to the child at the parent's last check, in their order.
  var homes: [any ChildGroupProtocol<ParentState, F>] = []
  /// Whether a dismissal of the child waits for its turn.
  var isLeaving = false

  init(_ store: Store<F>) {
    self.store = store
  }
}

/// The children of one type of feature: each object has one store.
///
/// A store exists while a declaration leads to its object. Different cases of one enumeration are an exception: an
/// object that moves to another case in the same property becomes a new child, unless another declaration already led
/// to it.
@MainActor
final class ChildKind<ParentState: AnyObject, F: Feature>: ChildKindProtocol {
  typealias Entry = ChildEntry<ParentState, F>

  /// The groups in the order of their declarations.
  private(set) var groups: [any ChildGroupProtocol<ParentState, F>] = []
  private let onChange: @MainActor () -> Void
  private let place = ObservationTurn.makePlace()
  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The children in the order of their creation.
  private var order: [ObjectIdentifier] = []
  /// Whether children remain unchecked since a change.
  private var isIncomplete = false
  /// Whether the parent's store is held, and with it the stores of children outside the shown state.
  private(set) var isHeld = false

  init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  func add(_ group: any ChildGroupProtocol<ParentState, F>) {
    groups.append(group)
  }

  // MARK: Children

  func entry(of state: F.State) -> Entry? { entries[ObjectIdentifier(state)] }

  /// Adds a child that a declaration has found.
  func add(
    _ entry: Entry,
    in parent: ParentState,
    foundBy group: any ChildGroupProtocol<ParentState, F>
  ) {
    let object = ObjectIdentifier(entry.store.state)
    entries[object] = entry
    order.append(object)
    entry.homes = [group]
    if groups.count > 1 { _ = isThere(entry, in: parent) }
  }

  func prune(_ parent: ParentState, isComplete: Bool) {
    if entries.isEmpty { return }
    look(at: parent, isComplete: isComplete)
  }

  /// Checks for changes, and ends the stores of removed children.
  func look(at parent: ParentState, isComplete: Bool) {
    var (hasChanged, canHaveLeft) = (false, false)
    for group in groups {
      switch group.look(at: parent) {
      case .nothing: break
      case .growth: hasChanged = true
      case .anything: (hasChanged, canHaveLeft) = (true, true)
      }
    }
    guard !isHeld, hasChanged || isComplete && isIncomplete else { return }
    if !canHaveLeft, !isComplete {
      // An unobserved change of the parent schedules no other turn.
      if !(parent is any Observable), !isIncomplete {
        ObservationTurn.add(place) { [onChange] in onChange() }
      }
      isIncomplete = true
      return
    }
    isIncomplete = false
    for object in order {
      if let entry = entries[object], !isThere(entry, in: parent) { end(entry) }
    }
    order.removeAll { entries[$0] == nil }
  }

  /// Ends the store of a removed child, if a list has grown since the last complete check.
  func checkInGrowth(_ entry: Entry, in parent: ParentState) {
    if isIncomplete { check(entry, in: parent) }
  }

  /// Ends the store of a removed child.
  func check(_ entry: Entry, in parent: ParentState) {
    if isHeld || isThere(entry, in: parent) { return }
    end(entry)
    order.removeAll { entries[$0] == nil }
  }

  /// Returns whether a declaration leads to the child.
  private func isThere(_ entry: Entry, in parent: ParentState) -> Bool {
    if groups.count == 1 { return groups[0].leads(to: entry, in: parent) }
    let present = groups.filter { $0.leads(to: entry, in: parent) }
    let isThere = present.contains { isHome($0, of: entry) }
    if isThere { entry.homes = present }
    return isThere
  }

  /// Returns whether a declaration that leads to the object keeps its store.
  private func isHome(_ group: any ChildGroupProtocol<ParentState, F>, of entry: Entry) -> Bool {
    entry.homes.contains { $0 === group }
      || !entry.homes.contains { $0.key.property == group.key.property }
  }

  private func end(_ entry: Entry) {
    remove(entry)
    entry.store.end()
  }

  private func remove(_ entry: Entry) {
    entries[ObjectIdentifier(entry.store.state)] = nil
    for group in groups { group.forget(entry) }
  }

  func endAll() {
    for entry in all(in: order) { entry.store.end() }
    for group in groups { group.forgetAll() }
    entries = [:]
    order = []
  }

  func cancelAllTasks() {
    for entry in all(in: order) { entry.store.cancelAllTasks() }
  }

  var all: [any AnyStore] { all(in: order).map(\.store) }

  private func all(in order: [ObjectIdentifier]) -> [Entry] { order.compactMap { entries[$0] } }

  // MARK: Outputs and dismissals

  /// Returns the parent's action for an output of a child.
  ///
  /// It comes from the first declaration that leads to the child and takes outputs.
  func action(for output: any Sendable, of entry: Entry, in parent: ParentState) -> Any? {
    let group = groups.first { $0.takesOutputs && $0.leads(to: entry, in: parent) }
    return group?.action(for: output, of: entry.store.state, in: parent)
  }

  /// Removes a child from all of its places where the parent's state allows it.
  ///
  /// - Returns: Whether it was removed from any place.
  func takeOut(_ entry: Entry, from parent: ParentState) -> Bool {
    var isOut = false
    for group in groups where group.takeOut(entry.store.state, from: parent) { isOut = true }
    return isOut
  }

  /// Returns the steps to a child, one for each declaration that currently leads to it, in their order.
  ///
  /// The result is empty if the child was removed, and while the stores are held.
  func steps(to state: F.State, in parent: ParentState, of feature: Any) -> [ChildStep] {
    guard !isHeld, let entry = entry(of: state) else { return [] }
    var (steps, isThere) = ([ChildStep](), false)
    for group in groups {
      guard var step = group.step(to: entry, in: parent) else { continue }
      step.parent = feature
      steps.append(step)
      isThere = isThere || isHome(group, of: entry)
    }
    return isThere ? steps : []
  }

  // MARK: Holding

  func hold(_ reason: DropReason) {
    isHeld = true
    for entry in all(in: order) { entry.store.hold(reason) }
  }

  func makeHeldStores() {
    for entry in all(in: order) { entry.store.makeHeldStores() }
  }

  func release(_ parent: ParentState, keepsShown: Bool) {
    isHeld = false
    for group in groups { group.expectChange() }
    for group in groups { _ = group.look(at: parent) }
    for entry in all(in: order) where !isThere(entry, in: parent) {
      remove(entry)
      entry.store.release(keepsShown: keepsShown)
      entry.store.end()
    }
    order.removeAll { entries[$0] == nil }
    for group in groups { group.expectChange() }
    for entry in all(in: order) { entry.store.release(keepsShown: keepsShown) }
  }
}
