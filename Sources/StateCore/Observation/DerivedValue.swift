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
/// Reading it reads the properties, so that an observer of the value sees each of their changes. It keeps the
/// properties' last values to compare them with `==`, which takes no time where they share storage; the first
/// change of a collection after a read copies it. A value that is not equal to itself, such as NaN, is
/// computed at each read.
@MainActor
public final class DerivedValue<State: AnyObject, Value> {
  private let read: (State) -> Value

  /// Makes a value of some properties; `compute` is given what they hold, and reads nothing else that
  /// changes.
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

  /// The value for the present properties of `state`.
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

/// It has no parts that a difference of two states could show.
extension DerivedValue: CustomReflectable {
  public nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
