/// A value that is computed from properties of a state, once per change of one of them.
///
/// ```swift
/// @Observable @MainActor
/// final class State {
///   var words: [String] = []
///   var query = ""
///   var matches: [String] { matching(self) }
///
///   private let matching = DerivedValue(\State.words, \.query) { words, query in
///     words.filter { $0.hasPrefix(query) }
///   }
/// }
/// ```
///
/// Reading the value reads the properties, so that an observer of the value is notified of each of their changes. The
/// derived value keeps the last values of the properties and compares them with `==`. The comparison takes no time if
/// they share storage; the first change of a collection after a read copies it. An input that isn't equal to itself,
/// such as NaN, makes each read compute the value again.
@MainActor
public final class DerivedValue<State: AnyObject, Value> {
  private let read: (State) -> Value

  /// Creates a value that is derived from properties.
  ///
  /// `compute` receives their values, and must not read anything else that changes.
  public init<each Input: Equatable>(
    _ input: repeat KeyPath<State, each Input>,
    compute: @escaping @MainActor (repeat each Input) -> Value
  ) {
    var last: (inputs: (repeat each Input), value: Value)?
    read = { state in
      let inputs = (repeat state[keyPath: each input])
      if let last, Self.areEqual(repeat (each last.inputs, each inputs)) { return last.value }
      let value = compute(repeat each inputs)
      last = (inputs, value)
      return value
    }
  }

  /// Returns the value for the current properties of `state`.
  public func callAsFunction(_ state: State) -> Value { read(state) }

  private static func areEqual<each Input: Equatable>(
    _ pair: repeat (each Input, each Input)
  ) -> Bool {
    for (old, new) in repeat each pair {
      if old != new { return false }
    }
    return true
  }
}

/// A derived value has no parts that a difference of two states could show.
extension DerivedValue: CustomReflectable {
  public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
