#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// What a page or a script asks for.
///
/// Over the socket it is a message, with the name under `ask` and a number under `id`; over HTTP it is a path
/// with a query, or with a body.
enum InspectorRequest: Sendable, Equatable {
  case status
  case stores
  case entries(EntryFilter)
  case entry(Int)
  case state(store: Int, at: Int?, path: String, from: Int, limit: Int)
  case changes(store: Int, from: Int, to: Int?)
  case effects
  case profile
  case travel(to: Int)
  case step(JournalDirection, EntryFilter)
  case play(speed: Double?, pause: Double?)
  case pause
  case resume(applyingWrites: Bool)
  case commit
  case send(SentValue)
  case edit(store: Int, path: String, JSONValue)
  case cancel(store: Int, effect: Int)
  case present(store: Int, Presented)

  /// The action that is to be sent.
  enum SentValue: Sendable, Equatable {
    /// One that was received before.
    case again(entry: Int)
    /// One that is decoded.
    case new(store: Int, JSONValue)
  }

  /// What a screen is to show.
  enum Presented: Sendable, Equatable {
    case loading(Bool)
    case error(String)
  }

  /// Which entries are wanted; those that meet all that is given.
  struct EntryFilter: Sendable, Equatable {
    /// The number behind which they are.
    var since = 0
    /// The number before which they are.
    var before: Int?
    /// How many at most.
    var limit = 100
    /// Whether the last ones are wanted instead of the first.
    var isFromEnd = false
    var stores: [Int] = []
    var kinds: [EntryKind] = []
    /// The name of the action, of the effect or of the field.
    var name: String?
    /// The number of the entry that has caused them.
    var cause: Int?
    /// A part of the text.
    var text: String?
  }
}

extension InspectorRequest {
  /// The greatest number of entries, and of nodes, in one answer.
  static let longestList = 1_000

  /// Whether it changes the app, and so is refused without control.
  var isControl: Bool {
    switch self {
    case .status, .stores, .entries, .entry, .state, .changes, .effects, .profile: false
    case .travel, .step, .play, .pause, .resume, .commit, .send, .edit, .cancel, .present: true
    }
  }
}
#endif
