#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal
import StateRecord

/// The answer to a request, over the socket and as the body of an HTTP response.
///
/// It is encoded as the associated object. The request determines which one it is.
enum InspectorAnswer: Sendable, Equatable {
  case status(InspectorStatus)
  case stores(StoreList)
  case entries(EntryList)
  case entry(EntryDetails)
  case state(StatePart)
  case changes(StateChanges)
  case work(RunningWorkList)
  case profile(InspectedProfile)
  case histories(HistoryList)
  case queries(QueryList)
  case outboxes(OutboxList)
  case actions(ActionList)
  case reasons(InspectedReasons)
  case test(TestSource)
  case done(Done)
}

/// A test that repeats the session.
struct TestSource: Codable, Sendable, Equatable {
  /// The Swift source of the test.
  var source: String
  /// The name of the session's file, which belongs next to the file of the test.
  var file: String
  /// The path of the session's file on this server, which needs the token.
  var path: String
}

/// The stores that exist, and the ended ones that still have entries.
struct StoreList: Codable, Sendable, Equatable {
  var stores: [InspectedStore]
}

/// A store.
struct InspectedStore: Codable, Sendable, Equatable {
  /// The number that identifies it in requests.
  var id: Int
  /// The type of its feature, or of the store itself.
  var name: String
  /// The type of its state.
  var state: String
  /// The number of its parent store.
  var parent: Int?
  /// The number of the entry with which its recording began.
  var made: Int
  /// The number of the entry with which it ended.
  var ended: Int?
  /// Whether its fields can be restored.
  var isRestorable: Bool
  /// Whether its state shows that it loads; `nil` if the state isn't a screen's.
  var isLoading: Bool?
  /// The errors in the declaration of the state's fields.
  var problems: [String]
}

/// The requested entries in order.
struct EntryList: Codable, Sendable, Equatable {
  var entries: [EntrySummary]
  /// The number after which entries were examined.
  var after: Int
  /// The number of the last examined entry.
  ///
  /// Pass it as `since` in the next request.
  var upTo: Int
  /// The number of the journal's last entry.
  var last: Int
  /// The number of the last removed entry.
  var gone: Int
}

/// The part of an entry that a list shows.
struct EntrySummary: Codable, Sendable, Equatable {
  /// The position among all events of the process.
  var number: Int
  /// The seconds since the first entry of the journal.
  var seconds: Double
  /// The number of the store.
  var store: Int
  var kind: EventName
  /// The action's case, the name of the effect or of the producer, or the field: `editor.title`.
  var name: String?
  /// A readable description without the store's name, truncated if it is long.
  var text: String
  /// The number of the entry with which this entry's action or effect began.
  var subject: Int?
  /// The number of the entry with which the action or effect that caused this one began.
  var cause: Int?
  /// The kind of its cause.
  var by: CauseName?
  /// The source location: `App/Home.swift:12`.
  var origin: String?
  /// The time that the handler ran, in seconds.
  var duration: Double?
  /// Whether a commit of an earlier state has struck it out; absent if not.
  var isStruckOut: Bool?
  /// Whether the store showed an earlier state; absent if not.
  var isWhileTravelling: Bool?
}

/// A complete entry.
struct EntryDetails: Codable, Sendable, Equatable {
  var entry: EntrySummary
  /// The received action, the error, or the element.
  var value: InspectedValue?
  /// For a change, the old value.
  ///
  /// `new` is the new one.
  var old: InspectedValue?
  var new: InspectedValue?
  /// For a change, the parts that differ.
  var differences: [ValueDifferenceText]?
  /// Whether the action can be sent again; absent for other entries.
  var canBeSentAgain: Bool?
  /// The number of the effect, which a request can use to cancel it.
  var effect: Int?
}

/// A value.
struct InspectedValue: Codable, Sendable, Equatable {
  /// The name of its type.
  var type: String
  /// A readable text of the value, truncated if it is long.
  var text: String
  /// The value as JSON, if its type can be encoded and it isn't large.
  var json: JSONValue?
  /// Whether the value is hidden because the field or the action is redacted; absent if not.
  var isRedacted: Bool?
}

/// A part in which two values differ, as text.
struct ValueDifferenceText: Codable, Sendable, Equatable {
  var name: String
  var old: String
  var new: String
}

/// A part of a store's state, with the nodes directly below it.
struct StatePart: Codable, Sendable, Equatable {
  var store: Int
  /// The number of the entry whose state this is.
  var at: Int
  /// The path to it, as a JSON Pointer of node names.
  var path: String
  var node: StateNode
  /// The value of a field, or of something inside a field, as JSON, if it can be encoded and isn't large.
  var json: JSONValue?
  /// The index of the first listed child.
  var from: Int
  /// The nodes directly below it.
  ///
  /// A request lists a limited number.
  var children: [StateNode]
}

/// A node in the state of a store.
struct StateNode: Codable, Sendable, Equatable {
  /// Its name among its siblings: a field, a property, an index, or a key.
  var name: String
  /// The type of the value.
  var type: String
  /// A readable text of the value, truncated if it is long.
  var text: String
  var kind: Kind
  /// The number of children.
  var count: Int
  /// Whether a request can change its value.
  var isEditable: Bool
  /// Whether it is never restored or saved; absent if not.
  var isTransient: Bool?
  /// The number of the object at this node.
  var object: Int?

  enum Kind: String, Codable, Sendable, CaseIterable {
    /// An object of the state: its children are fields.
    case object
    /// A list of children or of values.
    case list
    /// A dictionary of children or values.
    case keyed
    /// A value with parts.
    case value
    /// A value without parts.
    case leaf
    /// A field whose values are hidden.
    case redacted
  }
}

/// The fields whose values differ after two entries.
struct StateChanges: Codable, Sendable, Equatable {
  var store: Int
  var from: Int
  var to: Int
  var differences: [ValueDifferenceText]
  /// Whether the list is incomplete; absent if not.
  var isCut: Bool?
}

/// The work that has begun but not ended, the oldest first.
struct RunningWorkList: Codable, Sendable, Equatable {
  var effects: [RunningEffectSummary]
  var actions: [RunningActionSummary]
}

/// An effect that hasn't ended.
struct RunningEffectSummary: Codable, Sendable, Equatable {
  var store: Int
  /// Its number, which a request can use to cancel it.
  var number: Int
  /// Its name, or the name of its action.
  var name: String
  /// The id that cancels it, as text.
  var key: String?
  var state: State
  /// The number of the entry with which it began to wait or to run.
  var entry: Int
  /// Its age in seconds.
  var age: Double
  /// The number of times that it has begun.
  var attempts: Int
  /// The number of the entry with which its action was received.
  var cause: Int?
  /// The case of that action.
  var action: String?
  /// The source location of the call that sent that action.
  var origin: String?

  enum State: String, Codable, Sendable, CaseIterable {
    case waiting
    case running
    case cancelled
  }
}

/// An action that isn't done.
struct RunningActionSummary: Codable, Sendable, Equatable {
  var store: Int
  /// The name of its case.
  var name: String
  var state: State
  /// The number of the entry with which it was received.
  var entry: Int
  /// Its age in seconds.
  var age: Double
  var origin: String?

  enum State: String, Codable, Sendable, CaseIterable {
    /// It waits for its turn.
    case queued
    /// Its handler is running.
    case handling
    /// Its handler has ended, but the work that it started hasn't.
    case handled
  }
}

/// The histories of the stores, the oldest first.
struct HistoryList: Codable, Sendable, Equatable {
  var histories: [InspectedHistory]
}

/// The steps of a history.
struct InspectedHistory: Codable, Sendable, Equatable {
  /// The number of the history in the process.
  var number: Int
  /// The stores that it belongs to.
  var stores: [Int]
  /// The steps to undo, the oldest first.
  var undo: [Step]
  /// The steps to redo, the next one first.
  var redo: [Step]
  /// The size of all steps in bytes.
  var bytes: Int

  struct Step: Codable, Sendable, Equatable {
    var number: Int
    var name: String?
    /// The names of the fields that it changes.
    var fields: [String]
    var bytes: Int
  }
}

/// A profile of how often each kind of action and effect ran, and how long it took.
struct InspectedProfile: Codable, Sendable, Equatable {
  /// The time from the first event to the last, in seconds.
  var elapsed: Double
  var rows: [Row]

  struct Row: Codable, Sendable, Equatable {
    var isEffect: Bool
    /// The feature, followed by the case of the action or the name of the effect.
    var name: String
    var count: Int
    /// The times of the handlers.
    ///
    /// Effects have none.
    var handler: Times
    /// The times until all work was done.
    var done: Times
    var changes: Int
    var errors: Int
    var drops: Int
    /// The fraction of the time that the handlers occupied the main actor, if known.
    var share: Double?
  }

  /// Durations in seconds.
  struct Times: Codable, Sendable, Equatable {
    var count: Int
    var total: Double
    var p50: Double
    var p95: Double
    var max: Double
  }
}

/// The answer to a request that changed the app.
struct Done: Codable, Sendable, Equatable {
  /// The number of the last entry after the change.
  var entry: Int
  var status: InspectorStatus
}

extension InspectorAnswer: Codable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .status(let answer): try answer.encode(to: encoder)
    case .stores(let answer): try answer.encode(to: encoder)
    case .entries(let answer): try answer.encode(to: encoder)
    case .entry(let answer): try answer.encode(to: encoder)
    case .state(let answer): try answer.encode(to: encoder)
    case .changes(let answer): try answer.encode(to: encoder)
    case .work(let answer): try answer.encode(to: encoder)
    case .profile(let answer): try answer.encode(to: encoder)
    case .histories(let answer): try answer.encode(to: encoder)
    case .queries(let answer): try answer.encode(to: encoder)
    case .outboxes(let answer): try answer.encode(to: encoder)
    case .actions(let answer): try answer.encode(to: encoder)
    case .reasons(let answer): try answer.encode(to: encoder)
    case .test(let answer): try answer.encode(to: encoder)
    case .done(let answer): try answer.encode(to: encoder)
    }
  }

  /// Decodes the type whose keys match.
  init(from decoder: any Decoder) throws {
    if let answer = try? StatePart(from: decoder) {
      self = .state(answer)
    } else if let answer = try? StateChanges(from: decoder) {
      self = .changes(answer)
    } else if let answer = try? EntryDetails(from: decoder) {
      self = .entry(answer)
    } else if let answer = try? EntryList(from: decoder) {
      self = .entries(answer)
    } else if let answer = try? InspectedReasons(from: decoder) {
      self = .reasons(answer)
    } else if let answer = try? TestSource(from: decoder) {
      self = .test(answer)
    } else if let answer = try? StoreList(from: decoder) {
      self = .stores(answer)
    } else if let answer = try? RunningWorkList(from: decoder) {
      self = .work(answer)
    } else if let answer = try? InspectedProfile(from: decoder) {
      self = .profile(answer)
    } else if let answer = try? HistoryList(from: decoder) {
      self = .histories(answer)
    } else if let answer = try? QueryList(from: decoder) {
      self = .queries(answer)
    } else if let answer = try? OutboxList(from: decoder) {
      self = .outboxes(answer)
    } else if let answer = try? ActionList(from: decoder) {
      self = .actions(answer)
    } else if let answer = try? Done(from: decoder) {
      self = .done(answer)
    } else {
      self = .status(try InspectorStatus(from: decoder))
    }
  }
}
#endif
