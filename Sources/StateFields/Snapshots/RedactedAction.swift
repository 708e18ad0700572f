/// An action some of whose cases carry values that never leave the process.
///
/// Of a redacted action the log, a journal and the inspector show the name of the case alone. A session has no
/// value of it, so that it can't be replayed.
public protocol RedactedAction {
  /// Whether the values of this action are kept.
  var isRedacted: Bool { get }
}
