// Children with outputs that nobody takes: the compiler says what to write.

extension Child {
  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes its outputs: `output: Action.child`, or `output: .ignored`."
  )
  @MainActor
  public init(_ state: KeyPath<ParentState, F.State>, _ feature: F)
  where ParentAction == Never, F: OutputFeature {
    fatalError("unavailable")
  }

  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes its outputs: `output: Action.child`, or `output: .ignored`."
  )
  @MainActor
  public init(_ state: KeyPath<ParentState, F.State>, _ feature: F) where F: OutputFeature {
    fatalError("unavailable")
  }
}

extension OptionalChild {
  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes its outputs: `output: Action.child`, or `output: .ignored`."
  )
  @MainActor
  public init(_ state: KeyPath<ParentState, F.State?>, _ feature: F)
  where ParentAction == Never, F: OutputFeature {
    fatalError("unavailable")
  }

  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes its outputs: `output: Action.child`, or `output: .ignored`."
  )
  @MainActor
  public init(_ state: KeyPath<ParentState, F.State?>, _ feature: F) where F: OutputFeature {
    fatalError("unavailable")
  }
}

extension ChildCollection {
  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes their outputs: `output: Action.child`, or `output: .ignored`."
  )
  @MainActor
  public init<State: Identifiable>(_ states: KeyPath<ParentState, [State]>, _ feature: F)
  where ParentAction == Never, F: OutputFeature, F.State == State, State.ID == ID {
    fatalError("unavailable")
  }

  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes their outputs: `output: Action.child`, or `output: .ignored`."
  )
  @MainActor
  public init<State: Identifiable>(_ states: KeyPath<ParentState, [State]>, _ feature: F)
  where F: OutputFeature, F.State == State, State.ID == ID {
    fatalError("unavailable")
  }

  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes their outputs: `output: Action.child`, or `output: .ignored`."
  )
  @MainActor
  public init(_ states: KeyPath<ParentState, [ID: F.State]>, _ feature: F)
  where ParentAction == Never, F: OutputFeature {
    fatalError("unavailable")
  }

  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes their outputs: `output: Action.child`, or `output: .ignored`."
  )
  @MainActor
  public init(_ states: KeyPath<ParentState, [ID: F.State]>, _ feature: F) where F: OutputFeature {
    fatalError("unavailable")
  }
}
