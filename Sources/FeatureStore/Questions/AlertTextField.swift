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

/// The texts of an alert's text fields, in the order of the fields.
public struct AlertTexts: Sendable {
  /// Texts that represent any others; the action that a button makes from them shows which text it uses where.
  static let sample = AlertTexts(nil)

  private let texts: [String]?

  private init(_ texts: [String]?) {
    self.texts = texts
  }

  init(of fields: [AlertTextField]) {
    texts = fields.map(\.text)
  }

  /// The text of a field, or an empty string if the field doesn't exist.
  public subscript(index: Int) -> String {
    guard let texts else { return "<text \(index)>" }
    return texts.indices.contains(index) ? texts[index] : ""
  }
}
