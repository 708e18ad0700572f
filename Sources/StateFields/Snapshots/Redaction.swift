/// The rules for hiding parts of values inside other values.
package enum Redaction {
  /// Returns the text of a value whose parts are hidden, or `nil` for other values.
  ///
  /// Hidden are the parts of an object with declared fields, because a field may be redacted and the main actor
  /// isolates fields, and the parts of a redacted action.
  static func text(of value: Any) -> String? {
    if let action = value as? any RedactedAction, action.isRedacted {
      return "\(CaseName.of(action)) \(ValueText.redacted)"
    }
    guard value is any SnapshotState, !(value is any ValueHolder) else { return nil }
    return ValueText.name(of: Swift.type(of: value))
  }

  /// Whether the parts of a value are hidden.
  package static func hidesParts(of value: Any) -> Bool { text(of: value) != nil }

  /// Whether Swift's default description of a value may contain hidden parts.
  ///
  /// For an object without a custom description, it contains only the type.
  static func isInDescription(of value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    if hidesParts(of: value) {
      return !(value is any SnapshotState) || value is any CustomStringConvertible
        || value is any CustomDebugStringConvertible || mirror.displayStyle != .class
    }
    if mirror.displayStyle == .class { return false }
    return mirror.children.contains { isInDescription(of: $0.value) }
  }
}

extension SnapshotState {
  /// Whether a property is a redacted field.
  package static func isRedacted(_ property: AnyKeyPath) -> Bool {
    snapshotFields.fields.contains { $0.isRedacted && $0.keyPath == property }
  }
}
