/// A text field of an alert, with what is in it.
public struct AlertTextField: Hashable, Sendable {
  /// The text that an empty field shows.
  public let placeholder: String
  /// The present text; a view writes it.
  public var text: String
  /// Whether the text is hidden, as a password is; then it is in no log and no message either.
  public let isSecure: Bool

  /// Makes a text field.
  public init(_ placeholder: String, text: String = "", isSecure: Bool = false) {
    self.placeholder = placeholder
    self.text = text
    self.isSecure = isSecure
  }
}

extension AlertTextField: CustomStringConvertible {
  public var description: String {
    "\(placeholder.debugDescription): \(isSecure ? "(redacted)" : text.debugDescription)"
  }
}

extension AlertTextField: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}
