import StateFields

extension SnapshotValue {
  /// A readable description of the value, with the types of the children instead of their fields, which an event
  /// doesn't contain.
  var eventText: String {
    switch self {
    case .plain: text
    case .children(.one, let children): children.first?.eventText ?? "nil"
    case .children(.list, let children), .children(.path, let children):
      ValueText.list(children, "[", "]") { $0.eventText }
    case .children(.keyed, let children):
      children.isEmpty
        ? "[:]"
        : ValueText.list(children.map { "\($0.place.text): \($0.eventText)" }.sorted(), "[", "]") {
          $0
        }
    }
  }
}

extension SnapshotValue.Child {
  fileprivate var eventText: String {
    if object is any ValueHolder { return ValueText.describe(whole ?? object) }
    let name = ValueText.name(of: type(of: object))
    return place.caseName.map { "\($0)(\(name))" } ?? name
  }
}

extension StateEvent {
  /// The approximate size in bytes.
  ///
  /// A change counts only the new value, because the previous change contains the old one.
  package var size: Int {
    let own = MemoryLayout<StateEvent>.stride + 64
    switch kind {
    case .storeMade(let description):
      return description.objects.reduce(own) { $0 + $1.size }
    case .change(let change):
      let text = change.field.utf8.count < 16 ? 0 : change.field.utf8.count + 32
      return change.added.reduce(own + text + change.new.size) { $0 + $1.size }
    case .actionReceived(_, let received): return own + received.action.size
    case .actionFailed(_, let value), .errorShown(let value), .element(_, let value):
      return own + value.size
    case .effect(_, .failed(let value)): return own + value.size
    case .history(let event): return own + event.size
    case .outbox(let event): return own + event.size
    case .query(let attempt):
      let key = attempt.query.size + 16 * attempt.stores.count
      if case .failed(let error) = attempt.step { return own + key + error.size }
      return own + key
    default: return own
    }
  }
}

extension TrackedValues {
  /// The approximate size in bytes.
  fileprivate var size: Int { values.reduce(128) { $0 + 48 + $1.size } }
}

// Reflection hides the values, because they could include those of redacted fields.

extension EventValue: CustomStringConvertible, CustomReflectable {
  /// A placeholder for the value; use `text` for the value itself.
  public var description: String { isRedacted ? ValueText.redacted : "a value" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TrackedObject: nonisolated CustomReflectable {
  package nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}

extension TrackedValues: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: []) }
}
