import StateCore
package import StateFields

/// A value of an event, held as it is: it becomes text when somebody asks.
public struct EventValue: Sendable {
  private enum Content {
    case field(SnapshotValue)
    case value(Any)
  }

  // Of a field the main actor reads it alone.
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

  /// The same value, which may not leave the process.
  var redacted: EventValue { EventValue(content: content, isRedacted: true) }

  private init(content: Unchecked<Content>, isRedacted: Bool) {
    self.content = content
    self.isRedacted = isRedacted
  }

  /// The value for people, cut in the middle where it is long; of a redacted field nothing but that.
  @MainActor public var text: String {
    if isRedacted {
      return caseName.map { "\($0) \(ValueText.redacted)" } ?? ValueText.redacted
    }
    switch content.value {
    case .field(let value): return value.eventText
    case .value(let value): return ValueText.describe(value)
    }
  }

  /// The name of the enumeration's case without its values; of other values the type.
  package var caseName: String? {
    guard case .value(let value) = content.value else { return nil }
    return CaseName.of(value)
  }

  /// The text of an action that says that its values may be logged, and has none that is redacted.
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

  /// The value itself, where it is no child of a field.
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

  /// A rough size in bytes, which counts what a collection holds by a few of its elements.
  package var size: Int {
    switch content.value {
    case .field(let value): value.size
    case .value(let value): ValueSize.estimate(value)
    }
  }
}
