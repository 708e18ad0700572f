/// The focus that a state requests and the actual focus.
struct FocusPair<Value: Equatable>: Equatable {
  /// The step that makes the two equal.
  enum Step: Equatable {
    case none
    case moveFocus
    case writeState
  }

  var wanted: Value
  var actual: Value

  /// Returns the step after a change; at the beginning, `earlier` is `nil`.
  ///
  /// If both have changed, the state decides. Each change therefore has one step, and no step leads to another one: a
  /// focus that no view accepts isn't requested again.
  func step(from earlier: FocusPair?) -> Step {
    if wanted == actual { return .none }
    return earlier?.wanted == wanted ? .writeState : .moveFocus
  }
}
