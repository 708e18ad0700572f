import StateFields

/// A reaction of a handler to changes of a value.
@MainActor
struct FieldReaction<Action, State> {
  /// Starts to compare with the current value in a state.
  let watch: @MainActor (State) -> any FieldWatch<Action, State>
}

/// A reaction to changes of a value in one state.
@MainActor
protocol FieldWatch<Action, State>: ReactingField {
  associatedtype Action
  associatedtype State

  /// Reads the value, for an observer.
  func touch(_ state: State)
  /// Returns whether the value differs from the value at the last reaction.
  func hasChanged(in state: State) -> Bool
  /// Accepts the current value without a reaction.
  func skip(_ state: State)
  func react(in state: State) -> ActionTask<Action, State>
}

final class ValueWatch<Action, State, Value: Equatable>: FieldWatch {
  typealias Reaction = @MainActor (Value, Value, State) -> ActionTask<Action, State>

  let origin: SendOrigin
  private let property: KeyPath<State, Value>
  private let reaction: Reaction
  private var last: Value
  private let makeName: @MainActor () -> String
  private(set) lazy var field = makeName()

  init(
    _ property: KeyPath<State, Value>,
    of state: State,
    _ origin: SendOrigin,
    _ reaction: @escaping Reaction
  ) {
    self.origin = origin
    self.property = property
    self.reaction = reaction
    last = state[keyPath: property]
    makeName = { StoredProperty.name(of: property, in: state) }
  }

  func touch(_ state: State) {
    _ = state[keyPath: property]
  }

  func hasChanged(in state: State) -> Bool {
    let value = state[keyPath: property]
    // A value that isn't equal to itself, such as NaN, must not count as changed forever.
    return value != last && (value == value || last == last)
  }

  func skip(_ state: State) {
    last = state[keyPath: property]
  }

  func react(in state: State) -> ActionTask<Action, State> {
    let old = last
    last = state[keyPath: property]
    return reaction(old, last, state)
  }
}
