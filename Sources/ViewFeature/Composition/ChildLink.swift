/// The part of a child feature that a parent's store needs.
struct ChildLink<ParentState: AnyObject, ParentAction, ID: Hashable & Sendable, F: Feature>:
  Sendable
{
  let feature: F
  /// Tells these children from others of the parent.
  let makeKey: @MainActor () -> ChildKey
  /// Finds the states of the children that there are now.
  let makeMembers: @MainActor () -> any ChildMembers<ParentState, ID, F.State>
  /// Reads as little as tells an observer when the members change.
  let touch: @MainActor (ParentState) -> Void
  /// The parent's action for an output.
  private(set) var action: (@MainActor (ID, any Sendable) -> ParentAction?)?

  @MainActor
  init(
    _ feature: F,
    at property: PartialKeyPath<ParentState>,
    declaredAt place: DeclarationPlace? = nil,
    members: @escaping @MainActor () -> any ChildMembers<ParentState, ID, F.State>,
    touch: @escaping @MainActor (ParentState) -> Void
  ) {
    self.feature = feature
    makeKey = { ChildKey(property, F.self, declaredAt: place) }
    makeMembers = members
    self.touch = touch
  }

  @MainActor
  var key: ChildKey { makeKey() }

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
  init(_ feature: F, at property: KeyPath<ParentState, F.State>) {
    self.init(feature, at: property) {
      ConstantMember(state: property)
    } touch: { parent in
      _ = parent[keyPath: property]
    }
  }

  @MainActor
  init(_ feature: F, at property: KeyPath<ParentState, F.State?>) {
    self.init(feature, at: property) {
      OptionalMember(state: property)
    } touch: { parent in
      _ = parent[keyPath: property]
    }
  }

  @MainActor
  init<Cases>(
    _ feature: F,
    inCaseOf cases: KeyPath<ParentState, Cases>,
    _ embed: (@MainActor (F.State) -> Cases)?,
    declaredAt place: DeclarationPlace
  ) {
    self.init(feature, at: cases, declaredAt: embed == nil ? nil : place) {
      CaseMember(cases: cases, CasePayload(embed))
    } touch: { parent in
      _ = parent[keyPath: cases]
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
    self.init(feature, at: states) {
      ListMembers(states: states)
    } touch: { parent in
      _ = parent[keyPath: states]
    }
  }
}

extension ChildLink {
  @MainActor
  init(_ feature: F, states: KeyPath<ParentState, [ID: F.State]>) {
    self.init(feature, at: states) {
      DictionaryMembers(states: states)
    } touch: { parent in
      _ = parent[keyPath: states]
    }
  }
}

extension ChildLink {
  /// Of states with the same id the first counts.
  @MainActor
  init<Cases, State: Identifiable>(
    _ feature: F,
    inCasesOf cases: KeyPath<ParentState, [Cases]>,
    _ embed: (@MainActor (State) -> Cases)?,
    declaredAt place: DeclarationPlace
  ) where F.State == State, State.ID == ID {
    self.init(feature, at: cases, declaredAt: embed == nil ? nil : place) {
      CaseListMembers(cases: cases, CasePayload(embed))
    } touch: { parent in
      _ = parent[keyPath: cases]
    }
  }
}

enum SingleChildID: Hashable, Sendable {
  case only
}
