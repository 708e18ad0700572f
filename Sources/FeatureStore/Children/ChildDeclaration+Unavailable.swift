// Children whose outputs have no receiver: the compiler's message names the missing argument.

extension ChildDeclaration {
  /// Unavailable, because the outputs need a receiver.
  @available(
    *,
    unavailable,
    message: "Choose how to handle its outputs: `output: Action.child` or `output: .ignored`."
  )
  @MainActor
  public init(_ state: KeyPath<ParentState, F.State>, _ feature: F) where F: OutputFeature {
    fatalError("unavailable")
  }
}

extension OptionalChildDeclaration {
  /// Unavailable, because the outputs need a receiver.
  @available(
    *,
    unavailable,
    message: "Choose how to handle its outputs: `output: Action.child` or `output: .ignored`."
  )
  @MainActor
  public init(_ state: KeyPath<ParentState, F.State?>, _ feature: F) where F: OutputFeature {
    fatalError("unavailable")
  }
}

extension ChildCollectionDeclaration {
  /// Unavailable, because the outputs need a receiver.
  @available(
    *,
    unavailable,
    message: "Choose how to handle their outputs: `output: Action.child` or `output: .ignored`."
  )
  @MainActor
  public init<State: Identifiable>(_ states: KeyPath<ParentState, [State]>, _ feature: F)
  where F: OutputFeature, F.State == State, State.ID == ID {
    fatalError("unavailable")
  }

  /// Unavailable, because the outputs need a receiver.
  @available(
    *,
    unavailable,
    message: "Choose how to handle their outputs: `output: Action.child` or `output: .ignored`."
  )
  @MainActor
  public init(_ states: KeyPath<ParentState, [ID: F.State]>, _ feature: F) where F: OutputFeature {
    fatalError("unavailable")
  }
}
