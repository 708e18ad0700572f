/// The content of an environment, which its copies share until one of them is changed.
struct EnvironmentContent: Sendable {
  /// The values that a key has if nothing has set it.
  enum Defaults: Sendable {
    /// Those of the process.
    case process
    case given(EnvironmentDefaults)
  }

  /// A value that was set.
  struct Entry: Sendable {
    let key: any Any.Type
    /// The value in an `EnvironmentBox`, whose identity shows whether an environment has set it itself.
    let box: any AnyObject & Sendable
  }

  /// The source of dates, identifiers and random numbers; `nil` for the system's values.
  var source: (any EnvironmentSource)?
  var clock: (any Clock<Duration>)?
  var defaults = Defaults.process
  /// The values that were set, by the types of their keys.
  var entries: [ObjectIdentifier: Entry] = [:]
  /// Receives the reports of missing test values.
  var onMissing: MissingValue.Receiver?
}

/// An object that contains a value, so that reading the value needs no cast.
final class EnvironmentBox<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
