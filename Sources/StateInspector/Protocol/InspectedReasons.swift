#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateRecord

/// The reasons for a value in a state, or for an entry.
struct InspectedReasons: Codable, Sendable, Equatable {
  /// The entry that they are about: for a value, its last change; absent if no remaining entry changed it.
  var entry: EntrySummary?
  /// The seconds since that entry.
  var age: Double?
  /// The chain of its causes, starting with the first one.
  var causes: [EntrySummary]
  /// For a value, its changes, the latest last.
  var history: [PastChange]
  /// Whether the journal has removed the first cause, or the history has more changes; absent if not.
  var isCut: Bool?
  /// For an effect or an action that waits, is dropped or cancelled, or fails, a sentence with the reason, if it is known.
  var reason: String?
  /// The entry that the reason is about.
  var related: EntrySummary?
}

/// A change of a value.
struct PastChange: Codable, Sendable, Equatable {
  /// The number of its entry.
  var entry: Int
  var seconds: Double
  /// The name of the changed field, which can contain the value, or be a part of it.
  var name: String
  /// Readable texts of the values before and after, truncated if they are long.
  var old: String
  var new: String
  /// The new value, if it is a number.
  var amount: Double?
  /// The kind of its cause, and the number of the entry with which the cause began.
  var by: CauseName?
  var cause: Int?
}
#endif
