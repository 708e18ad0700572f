import Observation
import StateCore

/// The change that a declaration's children may have gone through since its last check.
enum ChildChange {
  case nothing
  /// Children may have been added, and none removed, as far as a constant-time check shows.
  case growth
  case anything
}

/// The children of one declaration, without the type of their ids.
@MainActor
protocol ChildGroupProtocol<ParentState, F>: AnyObject {
  associatedtype ParentState: AnyObject
  associatedtype F: Feature

  var key: ChildKey { get }
  var takesOutputs: Bool { get }

  /// Returns the change since the last call, and observes the next one.
  func look(at parent: ParentState) -> ChildChange
  /// Makes the next `look` report a change.
  func expectChange()
  /// Returns whether the declaration leads to a child, and if so, records the child's id.
  func leads(to entry: ChildEntry<ParentState, F>, in parent: ParentState) -> Bool
  func forget(_ entry: ChildEntry<ParentState, F>)
  func forgetAll()
  /// Returns the parent's action for an output of a state to which the declaration leads.
  func action(for output: any Sendable, of state: F.State, in parent: ParentState) -> Any?
  /// Removes an object from the parent's state.
  ///
  /// - Returns: Whether the object was removed.
  func takeOut(_ state: F.State, from parent: ParentState) -> Bool
  /// Returns the step to a child to which the declaration leads, without recording anything.
  func step(to entry: ChildEntry<ParentState, F>, in parent: ParentState) -> ChildStep?
}

/// The children of one declaration.
@MainActor
final class ChildGroup<ParentState: AnyObject, ID: Hashable & Sendable, F: Feature>:
  ChildGroupProtocol
{
  typealias Entry = ChildEntry<ParentState, F>

  let key: ChildKey
  unowned let kind: ChildKind<ParentState, F>
  /// Returns the name of the case that contains a state, if the declaration names one of several cases.
  let caseName: @MainActor (F.State) -> String?
  /// Kept alive, so that no other declaration gets its identity.
  private let declaration: DeclarationIdentity
  private let members: any ChildMembers<ParentState, ID, F.State>
  private let touch: @MainActor (ParentState) -> Void
  private let makeAction: (@MainActor (ID, any Sendable) -> Any?)?
  private let makeStep: @MainActor (ID, F.State) -> ChildStep
  private let onChange: @MainActor () -> Void
  private let place = ObservationTurn.makePlace()
  private var entries: [ID: Entry] = [:]
  private var ids: [ObjectIdentifier: ID] = [:]
  /// Raised when the parent's children may have changed.
  private var hasChanged = Flag(isRaised: true)
  private var hasReported = false

  init<ParentAction>(
    _ link: ChildLink<ParentState, ParentAction, ID, F>,
    of kind: ChildKind<ParentState, F>,
    onChange: @escaping @MainActor () -> Void
  ) {
    key = link.key
    self.kind = kind
    declaration = link.declaration
    members = link.makeMembers()
    touch = link.touch
    let embedding = link.embedding
    caseName = { embedding?.caseName($0) }
    if let action = link.action {
      makeAction = { action($0, $1) }
    } else {
      makeAction = nil
    }
    makeStep = { ChildStep(link, $0, to: $1) }
    self.onChange = onChange
  }

  /// Returns the store of a child, creating it at the first call, or `nil` if the child doesn't exist.
  ///
  /// `reportComputed` is called, once, if each read of the child's state returns another object.
  func store(
    _ id: ID,
    in parent: ParentState,
    make: (F.State) -> Entry,
    reportComputed: () -> Void
  ) -> Store<F>? {
    kind.look(at: parent, isComplete: false)
    let state = members.state(id, in: parent)
    if let entry = entries[id] {
      if entry.store.state === state { return entry.store }
      entries[id] = nil
      kind.check(entry, in: parent)
    }
    guard let state else { return nil }
    if let entry = kind.entry(of: state) {
      note(entry, id)
      if !entry.homes.contains(where: { $0 === self }) { entry.homes.append(self) }
      return entry.store
    }
    if !hasReported, members.reread(id, in: parent) !== state {
      hasReported = true
      reportComputed()
    }
    let entry = make(state)
    note(entry, id)
    kind.add(entry, in: parent, foundBy: self)
    return entry.store
  }

  /// Records the id of a child; if a child has several ids, the last one is kept.
  private func note(_ entry: Entry, _ id: ID) {
    let old = ids.updateValue(id, forKey: ObjectIdentifier(entry.store.state))
    if let old, entries[old] === entry { entries[old] = nil }
    entries[id] = entry
  }

  func leads(to entry: Entry, in parent: ParentState) -> Bool {
    let state = entry.store.state
    if let id = ids[ObjectIdentifier(state)] {
      if members.state(id, in: parent) === state { return true }
      forget(entry)
    }
    guard let id = members.id(of: state, in: parent) else { return false }
    note(entry, id)
    return true
  }

  func forget(_ entry: Entry) {
    guard let id = ids.removeValue(forKey: ObjectIdentifier(entry.store.state)) else { return }
    if entries[id] === entry { entries[id] = nil }
  }

  func forgetAll() {
    entries = [:]
    ids = [:]
  }

  // MARK: Outputs and dismissals

  var takesOutputs: Bool { makeAction != nil }

  func action(for output: any Sendable, of state: F.State, in parent: ParentState) -> Any? {
    members.id(of: state, in: parent).flatMap { makeAction?($0, output) }
  }

  func takeOut(_ state: F.State, from parent: ParentState) -> Bool {
    members.remove(state, from: parent)
  }

  func step(to entry: Entry, in parent: ParentState) -> ChildStep? {
    let state = entry.store.state
    if let id = ids[ObjectIdentifier(state)], members.state(id, in: parent) === state {
      return makeStep(id, state)
    }
    return members.id(of: state, in: parent).map { makeStep($0, state) }
  }

  // MARK: Changes

  func look(at parent: ParentState) -> ChildChange {
    guard hasChanged.isRaised else { return .nothing }
    track(parent)
    return members.mayHaveChanged(in: parent) ? .growth : .anything
  }

  func expectChange() {
    hasChanged = Flag(isRaised: true)
  }

  private func track(_ parent: ParentState) {
    // A state that can't be observed counts as changed.
    let flag = Flag(isRaised: !(parent is any Observable))
    hasChanged = flag
    withObservationTracking {
      touch(parent)
    } onChange: { [onChange, place] in
      // Observation reports a change before it is made.
      flag.raise()
      ObservationTurn.add(place) { onChange() }
    }
  }
}
