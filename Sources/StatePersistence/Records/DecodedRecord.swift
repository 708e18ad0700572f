/// Values that were made of what was saved, to be given to a state on the main actor.
struct DecodedRecord: Sendable {
  /// The identity of a child, where its parent declares one.
  var id: (any Sendable)?
  var values: [String: DecodedContent] = [:]
  /// The fields that the declaration does not know.
  var unknown: [String: SavedJSON] = [:]
  /// Why fields have no value.
  var failures: [SavedStateError] = []
  /// The fields that have no value, or a child with such a field.
  var misfits: Set<String> = []
  /// Whether a field isn't saved, here or in a child.
  var isIncomplete = false
}

/// The value of a field, or its children.
enum DecodedContent: Sendable {
  case value(any Sendable)
  case child(DecodedRecord?)
  case children([DecodedRecord])

  /// Whether a child has a field that isn't saved.
  var isIncomplete: Bool {
    switch self {
    case .value: false
    case .child(let record): record?.isIncomplete == true
    case .children(let records): records.contains(where: \.isIncomplete)
    }
  }
}
