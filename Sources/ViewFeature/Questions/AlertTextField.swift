/// A text field of an alert, with its current text.
public struct AlertTextField: Hashable, Sendable {
  /// The text that an empty field shows.
  public let placeholder: String
  /// The current text; a view writes it.
  public var text: String
  /// Whether the text is hidden, like a password; a hidden text doesn't appear in logs and messages.
  public let isSecure: Bool

  /// Creates a text field.
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
