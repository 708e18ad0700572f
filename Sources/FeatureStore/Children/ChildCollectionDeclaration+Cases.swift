extension ChildCollectionDeclaration {
  /// Creates children without outputs whose states are in cases of an enumeration, in a list.
  ///
  /// ```swift
  /// var path: [Screen] = []  // enum Screen { case detail(Detail.State), history(History.State) }
  ///
  /// let details = ChildCollection(\.path, Detail(), output: Action.detail)
  /// let histories = ChildCollection(\.path, History())
  /// ```
  ///
  /// The type of the payload identifies the case, and the payload must be only the child's state. If several cases have
  /// this type, `case` selects one of them: `case: Screen.detail`. If several states have the same id, the first one is
  /// used.
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

  /// Creates children whose states are in cases of an enumeration; the parent handles their outputs as actions.
  ///
  /// It follows the same rules as the initializer without outputs.
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

  /// Creates children whose states are in cases of an enumeration; their outputs are dropped.
  ///
  /// It follows the same rules as the initializer without outputs.
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

  /// Unavailable, because the outputs need a receiver.
  @available(
    *,
    unavailable,
    message: "Choose how to handle their outputs: `output: Action.child` or `output: .ignored`."
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
