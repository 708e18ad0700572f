import StateCore
package import StateFields

/// A value of an event.
///
/// It is formatted as text only on demand.
public struct EventValue: Sendable {
  private enum Content {
    case field(SnapshotValue)
    case value(Any)
  }

  // Only the main actor reads the value of a field.
  private let content: Unchecked<Content>
  /// Whether the value may not leave the process.
  public let isRedacted: Bool

  package init(_ value: any Sendable) {
    content = Unchecked(.value(value))
    isRedacted = (value as? any RedactedAction)?.isRedacted ?? false
  }

  init(_ value: SnapshotValue, isRedacted: Bool) {
    content = Unchecked(.field(value))
    self.isRedacted = isRedacted
  }

  /// The same value, marked as one that may not leave the process.
  var redacted: EventValue { EventValue(content: content, isRedacted: true) }

  private init(content: Unchecked<Content>, isRedacted: Bool) {
    self.content = content
    self.isRedacted = isRedacted
  }

  /// A readable description of the value, truncated in the middle if it is long.
  ///
  /// For a redacted value, only the case name and a placeholder.
  @MainActor public var text: String {
    if isRedacted {
      return caseName.map { "\($0) \(ValueText.redacted)" } ?? ValueText.redacted
    }
    switch content.value {
    case .field(let value): return value.eventText
    case .value(let value): return ValueText.describe(value)
    }
  }

  /// The name of the enumeration case without its values, or the name of the type for other values.
  package var caseName: String? {
    guard case .value(let value) = content.value else { return nil }
    return CaseName.of(value)
  }

  /// The text of an action that allows its values to be logged and isn't redacted.
  package var logText: String? {
    guard !isRedacted, case .value(let value as any LoggableAction) = content.value else {
      return nil
    }
    return value.logDescription
  }

  /// The name of the value's type.
  package var typeName: String? {
    guard case .value(let value) = content.value else { return nil }
    return ValueText.name(of: type(of: value))
  }

  /// The value itself, unless it is a child in a field.
  @MainActor package var whole: Any? {
    switch content.value {
    case .field(let value): value.plainValue
    case .value(let value): value
    }
  }

  /// The value of a field.
  package var field: SnapshotValue? {
    if case .field(let value) = content.value { value } else { nil }
  }

  /// The approximate size in bytes.
  ///
  /// The size of a collection is extrapolated from a few of its elements.
  package var size: Int {
    switch content.value {
    case .field(let value): value.size
    case .value(let value): ValueSize.estimate(value)
    }
  }
}
