/// The role of a button in an alert or a confirmation dialog.
public enum AlertButtonRole: Hashable, Sendable {
  /// A button that changes nothing.
  case cancel
  /// A button that destroys data.
  case destructive
}
