/// Values that were decoded from saved data, to be applied to a state on the main actor.
struct DecodedRecord: Sendable {
  /// The identity of a child, if its parent declares one.
  var id: (any Sendable)?
  var values: [String: DecodedContent] = [:]
  /// The fields that the declaration doesn't contain.
  var unknown: [String: SavedJSON] = [:]
  /// The reasons why fields have no value.
  var failures: [SavedStateError] = []
  /// The fields that have no value, or that have a child with such a field.
  var misfits: Set<String> = []
  /// Whether the saved data lacks a field of the state or of a child.
  var isIncomplete = false
}

/// The decoded value of a field, or its children.
enum DecodedContent: Sendable {
  case value(any Sendable)
  case child(DecodedRecord?)
  case children([DecodedRecord])

  /// Whether the saved data lacks a field of a child.
  var isIncomplete: Bool {
    switch self {
    case .value: false
    case .child(let record): record?.isIncomplete == true
    case .children(let records): records.contains(where: \.isIncomplete)
    }
  }
}
