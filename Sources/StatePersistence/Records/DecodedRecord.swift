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
}

/// The value of a field, or its children.
enum DecodedContent: Sendable {
  case value(any Sendable)
  case child(DecodedRecord?)
  case children([DecodedRecord])
}
