/// The part that a button plays in a question.
public enum AlertButtonRole: Hashable, Sendable {
  /// It leaves everything as it is.
  case cancel
  /// It destroys data.
  case destructive
}
