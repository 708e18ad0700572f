/// The content of an environment, which copies share until one of them changes.
struct EnvironmentContent: Sendable {
  /// The kind of values that keys have if nothing has set them.
  enum Defaults: Sendable {
    /// The kind that suits the process: live, preview or test values.
    case process
    case given(EnvironmentDefaults)
  }

  /// A value that was set.
  struct Entry: Sendable {
    let key: any Any.Type
    /// The value in an `EnvironmentBox`; the identity of the box shows whether an environment has set the value itself.
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

/// An object that contains a value, so that a read doesn't cast the value.
final class EnvironmentBox<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
