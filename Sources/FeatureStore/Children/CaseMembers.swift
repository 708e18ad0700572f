import IssueReporting
import StateFields

/// A child whose state is the payload of a case of an enumeration.
final class CaseMember<ParentState, Cases, State: AnyObject>: ChildMembers {
  private let cases: KeyPath<ParentState, Cases>
  private var payload: CasePayload<Cases, State>
  /// The state that was read since the last change, so that each change costs only one reflection.
  private var known: State??

  init(cases: KeyPath<ParentState, Cases>, _ payload: CasePayload<Cases, State>) {
    self.cases = cases
    self.payload = payload
  }

  func state(_ id: SingleChildID, in parent: ParentState) -> State? {
    if let known { return known }
    let state = reread(id, in: parent)
    known = .some(state)
    return state
  }

  func reread(_ id: SingleChildID, in parent: ParentState) -> State? {
    payload.state(in: parent[keyPath: cases])
  }

  func ids(in parent: ParentState) -> [SingleChildID] {
    state(.only, in: parent) == nil ? [] : [.only]
  }

  func mayHaveChanged(in parent: ParentState) -> Bool {
    known = nil
    return false
  }

  func id(of state: State, in parent: ParentState) -> SingleChildID? {
    self.state(.only, in: parent) === state ? .only : nil
  }

  func remove(_ state: State, from parent: ParentState) -> Bool {
    guard let none = (Cases.self as? any OptionalCases.Type)?.none as? Cases,
      payload.state(in: parent[keyPath: cases]) === state
    else { return false }
    return change(cases, of: parent) { $0 = none }
  }
}

/// Children whose states are payloads of cases in a list, such as the screens of a path.
final class CaseListMembers<ParentState, Cases, State: AnyObject & Identifiable>: ChildMembers {
  private let cases: KeyPath<ParentState, [Cases]>
  private var payload: CasePayload<Cases, State>
  /// The states that were read since the last change, so that each change costs only one reflection.
  private var known: Known?

  private struct Known {
    var ids: [State.ID] = []
    var states: [State.ID: State] = [:]
  }

  init(cases: KeyPath<ParentState, [Cases]>, _ payload: CasePayload<Cases, State>) {
    self.cases = cases
    self.payload = payload
  }

  func state(_ id: State.ID, in parent: ParentState) -> State? { known(in: parent).states[id] }
  func ids(in parent: ParentState) -> [State.ID] { known(in: parent).ids }

  func reread(_ id: State.ID, in parent: ParentState) -> State? { read(parent).states[id] }

  func mayHaveChanged(in parent: ParentState) -> Bool {
    known = nil
    return false
  }

  /// Removes the state and all screens above it.
  func remove(_ state: State, from parent: ParentState) -> Bool {
    let position = parent[keyPath: cases].firstIndex { payload.state(in: $0) === state }
    guard let position else { return false }
    return change(cases, of: parent) { $0.removeSubrange(position...) }
  }

  func id(of state: State, in parent: ParentState) -> State.ID? {
    let id = state.id
    return self.state(id, in: parent) === state ? id : nil
  }

  private func known(in parent: ParentState) -> Known {
    if let known { return known }
    let new = read(parent)
    known = new
    return new
  }

  private func read(_ parent: ParentState) -> Known {
    var read = Known()
    for element in parent[keyPath: cases] {
      guard let state = payload.state(in: element), read.states[state.id] == nil else { continue }
      read.ids.append(state.id)
      read.states[state.id] = state
    }
    return read
  }
}

/// A lookup of a child's state in the cases of an enumeration, by reflection.
@MainActor
struct CasePayload<Cases, State: AnyObject> {
  /// Creates the case, if several cases have this payload and the declaration selects one of them.
  private let embed: (@MainActor (State) -> Cases)?
  private let place: DeclarationPlace
  private var hasReported = false

  init(_ embed: (@MainActor (State) -> Cases)?, declaredAt place: DeclarationPlace) {
    self.embed = embed
    self.place = place
    if Self.wrapped is AnyClass { report("a class, not an enumeration") }
  }

  mutating func state(in value: Cases) -> State? {
    guard let present = EnumerationCase(value) else {
      if !hasReported, !EnumerationCase.isOne(value) {
        hasReported = true
        report("not an enumeration")
      }
      return nil
    }
    guard let state = present.object as? State else { return nil }
    return embed.map { present.isMade(by: $0) } == false ? nil : state
  }

  private static var wrapped: Any.Type {
    (Cases.self as? any OptionalCases.Type)?.wrapped ?? Cases.self
  }

  private func report(_ problem: String) {
    let type = ValueText.name(of: Self.wrapped)
    reportIssue(
      """
      A child with the state \(ValueText.name(of: State.self)) can't be found: its property has \
      the type \(type), which is \(problem). The child is declared at \(place.text).
      """
    )
  }
}

/// An optional type.
private protocol OptionalCases {
  static var none: Self { get }
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalCases {
  static var wrapped: Any.Type { Wrapped.self }
}
