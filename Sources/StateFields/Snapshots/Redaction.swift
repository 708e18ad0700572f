/// What is kept of values wherever they are part of another one.
package enum Redaction {
  /// The text of a value that is shown without its parts; nothing for others.
  ///
  /// An object with declared fields is one: a field may be redacted, and fields are the main actor's. So is an action
  /// that is redacted.
  static func text(of value: Any) -> String? {
    if let action = value as? any RedactedAction, action.isRedacted {
      return "\(CaseName.of(action)) \(ValueText.redacted)"
    }
    guard value is any SnapshotState, !(value is any ValueHolder) else { return nil }
    return ValueText.name(of: Swift.type(of: value))
  }

  /// Whether a value is shown without its parts.
  package static func hidesParts(of value: Any) -> Bool { text(of: value) != nil }

  /// Whether Swift's own description of a value may have parts that are not shown.
  ///
  /// It has the type alone of an object that does not describe itself.
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
