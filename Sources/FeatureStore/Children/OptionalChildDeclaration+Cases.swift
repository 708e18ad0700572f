extension OptionalChildDeclaration {
  /// Creates a child without outputs whose state is in a case of an enumeration.
  ///
  /// ```swift
  /// var destination: Destination?  // enum Destination { case edit(Form.State), history(History.State) }
  ///
  /// let edit = OptionalChild(\.destination, Form(), output: Action.edit)
  /// let history = OptionalChild(\.destination, History())
  /// ```
  ///
  /// The type of the payload identifies the case, and the payload must be only the child's state. If several cases have
  /// this type, `case` selects one of them: `case: Destination.edit`. The child ends when another case or another state
  /// replaces it.
  @_disfavoredOverload
  @MainActor
  public init<Cases>(
    _ cases: KeyPath<ParentState, Cases>,
    case embed: (@MainActor (F.State) -> Cases)? = nil,
    _ feature: F,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) where F.ParentOutput == Never {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCaseOf: cases, embed, declaredAt: place)
  }

  /// Creates a child whose state is in a case of an enumeration; the parent handles its outputs as actions.
  ///
  /// It follows the same rules as the initializer without outputs.
  @_disfavoredOverload
  @MainActor
  public init<Cases>(
    _ cases: KeyPath<ParentState, Cases>,
    case embed: (@MainActor (F.State) -> Cases)? = nil,
    _ feature: F,
    output: @escaping @MainActor (F.Output) -> ParentAction,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) where F: OutputFeature {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCaseOf: cases, embed, declaredAt: place)
      .receiving { output($1) }
  }

  /// Creates a child whose state is in a case of an enumeration; its outputs are dropped.
  ///
  /// It follows the same rules as the initializer without outputs.
  @_disfavoredOverload
  @MainActor
  public init<Cases>(
    _ cases: KeyPath<ParentState, Cases>,
    case embed: (@MainActor (F.State) -> Cases)? = nil,
    _ feature: F,
    output _: IgnoredOutputs,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) where F: OutputFeature {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCaseOf: cases, embed, declaredAt: place)
  }

  /// Unavailable, because the outputs need a receiver.
  @available(
    *,
    unavailable,
    message: "Choose how to handle its outputs: `output: Action.child` or `output: .ignored`."
  )
  @_disfavoredOverload
  @MainActor
  public init<Cases>(
    _ cases: KeyPath<ParentState, Cases>,
    case embed: (@MainActor (F.State) -> Cases)? = nil,
    _ feature: F
  ) where F: OutputFeature {
    fatalError("unavailable")
  }
}
