import StateCore
import StateFields

/// The part of a child feature that a parent's store needs.
struct ChildLink<ParentState: AnyObject, ParentAction, ID: Hashable & Sendable, F: Feature>:
  Sendable
{
  let feature: F
  private(set) var declaration = DeclarationIdentity()
  /// Creates the key that distinguishes these children from others of the parent.
  let makeKey: @MainActor () -> ChildKey
  /// Creates the lookup of the states of the current children.
  let makeMembers: @MainActor () -> any ChildMembers<ParentState, ID, F.State>
  /// Reads just enough of the state to notify an observer when the members change.
  let touch: @MainActor (ParentState) -> Void
  /// The lookup of whether these children have reactions.
  let reactions = ReactionLookup()
  /// The selected case, if several cases have this payload.
  let embedding: ChildEmbedding<ParentState, F.State>?
  /// Creates the parent's action for an output.
  private(set) var action: (@MainActor (ID, any Sendable) -> ParentAction?)?
  /// Changes a copy of the parent's environment for the store of a child.
  private var override: (@MainActor (inout StoreEnvironment, F.State) -> Void)?

  @MainActor
  init(
    _ feature: F,
    at property: PartialKeyPath<ParentState>,
    embedding: ChildEmbedding<ParentState, F.State>? = nil,
    members: @escaping @MainActor () -> any ChildMembers<ParentState, ID, F.State>,
    touch: @escaping @MainActor (ParentState) -> Void
  ) {
    self.feature = feature
    self.embedding = embedding
    makeKey = { ChildKey(property, F.self) }
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

  /// Returns another declaration, which changes the environment after the changes of this one.
  func overriding(
    _ change: @escaping @MainActor (inout StoreEnvironment, F.State) -> Void
  ) -> ChildLink {
    var link = self
    link.declaration = DeclarationIdentity()
    link.override = { [override] values, state in
      override?(&values, state)
      change(&values, state)
    }
    return link
  }

  /// Returns the environment of a child; the changes run with that of the parent, whose feature is `owner`.
  @MainActor
  func environment(
    of state: F.State,
    below parent: StoreEnvironment,
    _ owner: any Any.Type
  ) -> StoreEnvironment {
    guard let override else { return parent }
    let own = parent.creating(owner) { parent.changing { override(&$0, state) } }
    return own.isInherited ? parent : own
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
    let embedding = embed.map { embed in
      ChildEmbedding<ParentState, F.State> { parent in
        EnumerationCase(parent[keyPath: cases])?.object as? F.State
      } caseName: {
        EnumerationCase(embed($0))?.signature
      }
    }
    self.init(feature, at: cases, embedding: embedding) {
      CaseMember(cases: cases, CasePayload(embed, declaredAt: place))
    } touch: { parent in
      _ = parent[keyPath: cases]
    }
  }
}

extension ChildLink {
  /// Creates children in a list; if several states have the same id, the first one is used.
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
  /// Creates children in cases of a list; if several states have the same id, the first one is used.
  @MainActor
  init<Cases, State: Identifiable>(
    _ feature: F,
    inCasesOf cases: KeyPath<ParentState, [Cases]>,
    _ embed: (@MainActor (State) -> Cases)?,
    declaredAt place: DeclarationPlace
  ) where F.State == State, State.ID == ID {
    let embedding = embed.map { embed in
      ChildEmbedding<ParentState, F.State> { parent in
        parent[keyPath: cases].lazy.compactMap { EnumerationCase($0)?.object as? F.State }.first
      } caseName: {
        EnumerationCase(embed($0))?.signature
      }
    }
    self.init(feature, at: cases, embedding: embedding) {
      CaseListMembers(cases: cases, CasePayload(embed, declaredAt: place))
    } touch: { parent in
      _ = parent[keyPath: cases]
    }
  }
}

/// The case of an enumeration that a declaration selects.
///
/// Its name is known once a state exists to embed in it.
struct ChildEmbedding<ParentState: AnyObject, State: AnyObject>: Sendable {
  /// Returns a state that is currently in the enumeration, in any case.
  let sample: @MainActor (ParentState) -> State?
  /// Returns the name of the case that the declaration embeds a state in.
  let caseName: @MainActor (State) -> String?
}

enum SingleChildID: Hashable, Sendable {
  case only
}
