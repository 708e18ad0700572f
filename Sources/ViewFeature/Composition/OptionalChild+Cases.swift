extension OptionalChild {
  /// Makes a child without outputs whose state is in a case of an enumeration.
  ///
  /// ```swift
  /// var destination: Destination?  // enum Destination { case edit(Form.State), history(History.State) }
  ///
  /// let edit = OptionalChild(\State.destination, Form(), output: Action.edit)
  /// let history = OptionalChild(\State.destination, History())
  /// ```
  ///
  /// The case is found by the type of its payload, which has to be the child's state alone. Where several
  /// cases have this type, `case` says which one: `case: Destination.edit`. The child ends when another
  /// case or another state takes its place.
  @_disfavoredOverload
  @MainActor
  public init<Cases>(
    _ cases: KeyPath<ParentState, Cases>,
    case embed: (@MainActor (F.State) -> Cases)? = nil,
    _ feature: F,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) where ParentAction == Never, F.ParentOutput == Never {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCaseOf: cases, embed, declaredAt: place)
  }

  /// Makes a child without outputs whose state is in a case of an enumeration.
  ///
  /// As the one without outputs.
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

  /// Makes a child whose state is in a case of an enumeration; the parent handles the outputs as actions.
  ///
  /// As the one without outputs.
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

  /// Makes a child whose state is in a case of an enumeration; the outputs are dropped.
  ///
  /// As the one without outputs.
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
  ) where ParentAction == Never, F: OutputFeature {
    let place = DeclarationPlace(fileID, line, column)
    link = ChildLink(feature, inCaseOf: cases, embed, declaredAt: place)
  }

  /// Makes a child whose state is in a case of an enumeration; the outputs are dropped.
  ///
  /// As the one without outputs.
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

  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes its outputs: `output: Action.child`, or `output: .ignored`."
  )
  @_disfavoredOverload
  @MainActor
  public init<Cases>(
    _ cases: KeyPath<ParentState, Cases>,
    case embed: (@MainActor (F.State) -> Cases)? = nil,
    _ feature: F
  ) where ParentAction == Never, F: OutputFeature {
    fatalError("unavailable")
  }

  /// Not available: outputs need somebody who takes them.
  @available(
    *,
    unavailable,
    message: "Name what takes its outputs: `output: Action.child`, or `output: .ignored`."
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
