#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// The actions that a store accepts as JSON.
struct ActionList: Codable, Sendable, Equatable {
  var store: Int
  /// The cases in their order; empty if they aren't known.
  var actions: [ActionTemplate]
}

/// A case of an action type.
struct ActionTemplate: Codable, Sendable, Equatable {
  var name: String
  /// An action of the case, to be edited.
  var json: JSONValue
  var values: [Value]

  /// A value of the case.
  struct Value: Codable, Sendable, Equatable {
    /// The label, or the place, such as `_0`.
    var name: String
    /// The type, if it is known.
    var type: String?
    /// All possible values, if there are few.
    var choices: [JSONValue]?
  }
}
#endif
