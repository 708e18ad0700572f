#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateRecord

/// A filter for entries.
///
/// Entries have to meet all given conditions.
struct EntryFilter: Sendable, Equatable {
  /// The number after which the entries start.
  var since = 0
  /// The number before which the entries end.
  var before: Int?
  /// The maximum number of entries.
  var limit = 100
  /// Whether to return the last matching entries instead of the first ones.
  var isFromEnd = false
  var stores: [Int] = []
  var kinds: [EventName] = []
  /// The name of the action, the effect, or the field.
  var name: String?
  /// The number of the entry that caused them, or with which their subject began.
  var cause: Int?
  /// A substring of the text.
  var text: String?
}

extension EntryFilter {
  /// Takes the conditions that a step of time travel has, too.
  init(conditions arguments: inout RequestArguments) throws(BadRequest) {
    stores = try arguments.numbers("store")
    kinds = try arguments.choices("kind", EventName.self)
    name = try arguments.optionalText("name")
    cause = try arguments.optionalNumber("cause")
    text = try arguments.optionalText("text")
  }

  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    try self.init(conditions: &arguments)
    since = try arguments.optionalNumber("since") ?? 0
    before = try arguments.optionalNumber("before")
    limit = try arguments.limit()
    isFromEnd = try arguments.mark("fromEnd", otherwise: false)
  }
}
#endif
