extension ChildCollection {
  /// Makes children without outputs whose states are in cases of an enumeration, in a list.
  ///
  /// ```swift
  /// var path: [Screen] = []  // enum Screen { case detail(Detail.State), history(History.State) }
  ///
  /// let details = ChildCollection(\State.path, Detail(), output: Action.detail)
  /// let histories = ChildCollection(\State.path, History())
  /// ```
  ///
  /// The case is found by the type of its payload, which has to be the child's state alone. Where several
  /// cases have this type, `case` says which one: `case: Screen.detail`. Of states with the same id the
  /// first counts.
  @_disfavoredOverload
  @MainActor
  public init<Cases, State: Identifiable>(
    _ path: KeyPath<ParentState, [Cases]>,
    case embed: (@MainActor (State) -> Cases)? = nil,
    _ feature: F,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) where F.State == State, State.ID == ID, ParentAction == Never, F.ParentOutput == Never {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCasesOf: path, embed, declaredAt: place)
  }

  /// Makes children without outputs whose states are in cases of an enumeration, in a list.
  ///
  /// As the one without outputs.
  @_disfavoredOverload
  @MainActor
  public init<Cases, State: Identifiable>(
    _ path: KeyPath<ParentState, [Cases]>,
    case embed: (@MainActor (State) -> Cases)? = nil,
    _ feature: F,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) where F.State == State, State.ID == ID, F.ParentOutput == Never {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCasesOf: path, embed, declaredAt: place)
  }

  /// Makes children whose states are in cases of an enumeration; the parent handles the outputs as actions.
  ///
  /// As the one without outputs.
  @_disfavoredOverload
  @MainActor
  public init<Cases, State: Identifiable>(
    _ path: KeyPath<ParentState, [Cases]>,
    case embed: (@MainActor (State) -> Cases)? = nil,
    _ feature: F,
    output: @escaping @MainActor (ID, F.Output) -> ParentAction,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) where F.State == State, State.ID == ID, F: OutputFeature {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCasesOf: path, embed, declaredAt: place)
      .receiving(output)
  }

  /// Makes children whose states are in cases of an enumeration; the outputs are dropped.
  ///
  /// As the one without outputs.
  @_disfavoredOverload
  @MainActor
  public init<Cases, State: Identifiable>(
    _ path: KeyPath<ParentState, [Cases]>,
    case embed: (@MainActor (State) -> Cases)? = nil,
    _ feature: F,
    output _: IgnoredOutputs,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) where F.State == State, State.ID == ID, ParentAction == Never, F: OutputFeature {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCasesOf: path, embed, declaredAt: place)
  }

  /// Makes children whose states are in cases of an enumeration; the outputs are dropped.
  ///
  /// As the one without outputs.
  @_disfavoredOverload
  @MainActor
  public init<Cases, State: Identifiable>(
    _ path: KeyPath<ParentState, [Cases]>,
    case embed: (@MainActor (State) -> Cases)? = nil,
    _ feature: F,
    output _: IgnoredOutputs,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) where F.State == State, State.ID == ID, F: OutputFeature {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCasesOf: path, embed, declaredAt: place)
  }

  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes their outputs: `output: Action.child`, or `output: .ignored`."
  )
  @_disfavoredOverload
  @MainActor
  public init<Cases, State: Identifiable>(
    _ path: KeyPath<ParentState, [Cases]>,
    case embed: (@MainActor (State) -> Cases)? = nil,
    _ feature: F
  ) where F.State == State, State.ID == ID, ParentAction == Never, F: OutputFeature {
    fatalError("unavailable")
  }

  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes their outputs: `output: Action.child`, or `output: .ignored`."
  )
  @_disfavoredOverload
  @MainActor
  public init<Cases, State: Identifiable>(
    _ path: KeyPath<ParentState, [Cases]>,
    case embed: (@MainActor (State) -> Cases)? = nil,
    _ feature: F
  ) where F.State == State, State.ID == ID, F: OutputFeature {
    fatalError("unavailable")
  }
}
