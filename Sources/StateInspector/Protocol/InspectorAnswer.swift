#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// What a request is answered with, over the socket and as the body of an answer to HTTP.
///
/// It is the object that the case has; which one follows from the request.
enum InspectorAnswer: Sendable, Equatable {
  case status(InspectorStatus)
  case stores(StoreList)
  case entries(EntryList)
  case entry(EntryDetails)
  case state(StatePart)
  case changes(StateChanges)
  case work(RunningWorkList)
  case profile(InspectedProfile)
  case done(Done)
}

/// All stores that are there, and those that have ended and have entries left.
struct StoreList: Codable, Sendable, Equatable {
  var stores: [InspectedStore]
}

/// A store.
struct InspectedStore: Codable, Sendable, Equatable {
  /// Its number, by which requests name it.
  var id: Int
  /// The type of its feature, or of the store itself.
  var name: String
  /// The type of its state.
  var state: String
  /// The number of the store above it.
  var parent: Int?
  /// The number of the entry with which its recording began.
  var made: Int
  /// The number of the entry with which it ended.
  var ended: Int?
  /// Whether its fields can be given their values back.
  var isRestorable: Bool
  /// Whether its state shows that it loads; nothing if it is no screen's.
  var isLoading: Bool?
  /// The mistakes in the declaration of the state's fields.
  var problems: [String]
}

/// Entries that were asked for, in their order.
struct EntryList: Codable, Sendable, Equatable {
  var entries: [EntrySummary]
  /// The entries that were looked at have greater numbers.
  var after: Int
  /// The number of the last entry that was looked at: the next request is `since` this one.
  var upTo: Int
  /// The number of the journal's last entry.
  var last: Int
  /// The number of the last entry that has gone.
  var gone: Int
}

/// What a list shows of an entry.
struct EntrySummary: Codable, Sendable, Equatable {
  /// The place among all events of the process.
  var number: Int
  /// The seconds since the first entry of the journal.
  var seconds: Double
  /// The number of the store.
  var store: Int
  var kind: EntryKind
  /// The action's case, the name of the effect or of the producer, or the field: `editor.title`.
  var name: String?
  /// What has happened, for people and without the store's name; cut where it is long.
  var text: String
  /// The number of the entry with which the action or the effect has begun that this one is about.
  var subject: Int?
  /// The number of the entry with which the action or the effect has begun that has caused this one.
  var cause: Int?
  /// What has caused it.
  var by: CauseKind?
  /// The place in the source: `App/Home.swift:12`.
  var origin: String?
  /// How long the handler has run, in seconds.
  var duration: Double?
  /// Whether a commit of an earlier state has made it void; absent if not.
  var isStruckOut: Bool?
  /// Whether the store showed an earlier state; absent if not.
  var isWhileTravelling: Bool?
}

/// What has happened.
enum EntryKind: String, Codable, Sendable, CaseIterable {
  case storeMade
  case storeEnded
  case actionReceived
  case actionQueued
  case actionDropped
  case actionHandled
  case actionFailed
  case actionDone
  case change
  case effectWaiting
  case effectStarted
  case effectDropped
  case effectFailed
  case effectCancelled
  case effectEnded
  case loading
  case errorShown
  case element
  case drawn
  case travel
  case resume
  case commit
}

/// The reason for a change, or the sender of an action.
enum CauseKind: String, Codable, Sendable, CaseIterable {
  case handler
  case effect
  case update
  case binding
  case restore
  case inspector
  case outside
}

/// An entry in full.
struct EntryDetails: Codable, Sendable, Equatable {
  var entry: EntrySummary
  /// The action that was received, the error, or the element.
  var value: InspectedValue?
  /// Of a change, the value before and the one behind it.
  var old: InspectedValue?
  var new: InspectedValue?
  /// Of a change, the parts that differ.
  var differences: [ValueDifferenceText]?
  /// Whether the action can be sent again; absent for other entries.
  var canBeSentAgain: Bool?
  /// The number of the effect, for a request to cancel it.
  var effect: Int?
}

/// A value.
struct InspectedValue: Codable, Sendable, Equatable {
  /// The name of its type.
  var type: String
  /// The value for people, cut where it is long.
  var text: String
  /// The value as JSON, if its type can be encoded and it is not large.
  var json: JSONValue?
  /// Whether it is absent because the field or the action is redacted; absent if not.
  var isRedacted: Bool?
}

/// A part in which two values differ, for people.
struct ValueDifferenceText: Codable, Sendable, Equatable {
  var name: String
  var old: String
  var new: String
}

/// A part of the state of a store, with what is directly below it.
struct StatePart: Codable, Sendable, Equatable {
  var store: Int
  /// The entry behind which it was like this.
  var at: Int
  /// The way to it, as a JSON Pointer through the names of nodes.
  var path: String
  var node: StateNode
  /// The value as JSON, of a field or of what is in one, if it can be encoded and is not large.
  var json: JSONValue?
  /// The place of the first of the children that are listed.
  var from: Int
  /// What is directly below it; one request lists a limited number.
  var children: [StateNode]
}

/// A place in the state of a store.
struct StateNode: Codable, Sendable, Equatable {
  /// The name among its siblings: of a field, a property, an index or a key.
  var name: String
  /// The type of the value.
  var type: String
  /// The value for people, cut where it is long.
  var text: String
  var kind: Kind
  /// How many children it has.
  var count: Int
  /// Whether a request can give it another value.
  var isEditable: Bool
  /// Whether it is never restored or saved; absent if not.
  var isTransient: Bool?
  /// Of an object that is at several places, its number.
  var object: Int?

  enum Kind: String, Codable, Sendable, CaseIterable {
    /// An object of the state: its children are fields.
    case object
    /// A list of children or of values.
    case list
    /// Children or values under keys.
    case keyed
    /// A value that has parts.
    case value
    /// A value that has none.
    case leaf
    /// A field whose values are absent.
    case redacted
  }
}

/// The fields that are different behind two entries.
struct StateChanges: Codable, Sendable, Equatable {
  var store: Int
  var from: Int
  var to: Int
  var differences: [ValueDifferenceText]
  /// Whether there are more than are listed; absent if not.
  var isCut: Bool?
}

/// What has begun and is not over, the oldest first.
struct RunningWorkList: Codable, Sendable, Equatable {
  var effects: [RunningEffectSummary]
  var actions: [RunningActionSummary]
}

/// An effect that is not over.
struct RunningEffectSummary: Codable, Sendable, Equatable {
  var store: Int
  /// Its number, for a request to cancel it.
  var number: Int
  /// Its name, or that of its action.
  var name: String
  /// The id that a cancel reaches it by, for people.
  var key: String?
  var state: State
  /// The entry with which it began to wait or to run.
  var entry: Int
  /// How old it is, in seconds.
  var age: Double
  /// How often it has begun.
  var attempts: Int
  /// The entry with which the action was received that it belongs to.
  var cause: Int?
  /// The name of that action's case.
  var action: String?
  /// The place where that action was sent.
  var origin: String?

  enum State: String, Codable, Sendable, CaseIterable {
    case waiting
    case running
    case cancelled
  }
}

/// An action that is not done.
struct RunningActionSummary: Codable, Sendable, Equatable {
  var store: Int
  /// The name of its case.
  var name: String
  var state: State
  /// The entry with which it was received.
  var entry: Int
  /// How old it is, in seconds.
  var age: Double
  var origin: String?

  enum State: String, Codable, Sendable, CaseIterable {
    /// It waits for its turn.
    case queued
    /// Its handler runs.
    case handling
    /// Its handler has run, and what it has started has not.
    case handled
  }
}

/// How often each kind of action and effect ran, and how long that took.
struct InspectedProfile: Codable, Sendable, Equatable {
  /// The time from the first event to the last one, in seconds.
  var elapsed: Double
  var rows: [Row]

  struct Row: Codable, Sendable, Equatable {
    var isEffect: Bool
    /// The feature, and the case of the action or the name of the effect.
    var name: String
    var count: Int
    /// The times of the handlers; effects have none.
    var handler: Times
    /// The times until all was done.
    var done: Times
    var changes: Int
    var errors: Int
    var drops: Int
    /// The part of the time for which the handlers had the main actor, if that is known.
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

/// A change of the app was made.
struct Done: Codable, Sendable, Equatable {
  /// The number of the last entry behind it.
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
    case .done(let answer): try answer.encode(to: encoder)
    }
  }

  /// The one of the types that has the names.
  init(from decoder: any Decoder) throws {
    if let answer = try? StatePart(from: decoder) {
      self = .state(answer)
    } else if let answer = try? StateChanges(from: decoder) {
      self = .changes(answer)
    } else if let answer = try? EntryDetails(from: decoder) {
      self = .entry(answer)
    } else if let answer = try? EntryList(from: decoder) {
      self = .entries(answer)
    } else if let answer = try? StoreList(from: decoder) {
      self = .stores(answer)
    } else if let answer = try? RunningWorkList(from: decoder) {
      self = .work(answer)
    } else if let answer = try? InspectedProfile(from: decoder) {
      self = .profile(answer)
    } else if let answer = try? Done(from: decoder) {
      self = .done(answer)
    } else {
      self = .status(try InspectorStatus(from: decoder))
    }
  }
}
#endif
