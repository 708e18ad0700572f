/// The focus that a state asks for and the one that there is.
struct FocusPair<Value: Equatable>: Equatable {
  /// How the two become the same.
  enum Step: Equatable {
    case none
    case moveFocus
    case writeState
  }

  var wanted: Value
  var actual: Value

  /// The step after a change; at the beginning there is no earlier pair.
  ///
  /// Where both have changed the state decides. So each change has one step, and no step leads to another one: a
  /// focus that no view takes is not asked for again.
  func step(from earlier: FocusPair?) -> Step {
    if wanted == actual { return .none }
    return earlier?.wanted == wanted ? .writeState : .moveFocus
  }
}
