/// Values that were made of what was saved, to be given to a state on the main actor.
struct DecodedRecord: Sendable {
  var values: [String: DecodedContent] = [:]
  /// The fields that the declaration does not know.
  var unknown: [String: SavedJSON] = [:]
  /// Why fields have no value.
  var failures: [SavedStateError] = []
}

/// The value of a field, or its children.
enum DecodedContent: Sendable {
  case value(any Sendable)
  case child(DecodedRecord?)
  case children([DecodedRecord])
}
