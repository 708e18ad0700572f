/// An action with cases whose values never leave the process.
///
/// For a redacted action, the log, a journal, and the inspector show only the name of the case. A session doesn't
/// contain its value, so it can't be replayed.
public protocol RedactedAction {
  /// Whether the values of this action stay in the process.
  var isRedacted: Bool { get }
}
