#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal
import StateRecord

/// A request from a page or a script.
///
/// Over the socket, it is a message with the name under `ask` and a number under `id`. Over HTTP, it is a path with a
/// query or a body.
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

  /// The action to send.
  enum SentValue: Sendable, Equatable {
    /// An action that was received before.
    case again(entry: Int)
    /// An action to decode.
    case new(store: Int, JSONValue)
  }

  /// The state for a screen to show.
  enum Presented: Sendable, Equatable {
    case loading(Bool)
    case error(String)
  }

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
}

extension InspectorRequest {
  /// The maximum number of entries, or of nodes, in one answer.
  static let longestList = 1_000

  /// Whether the request changes the app.
  ///
  /// If so, it is refused unless the inspector allows control.
  var isControl: Bool {
    switch self {
    case .status, .stores, .entries, .entry, .state, .changes, .effects, .profile: false
    case .travel, .step, .play, .pause, .resume, .commit, .send, .edit, .cancel, .present: true
    }
  }
}
#endif
