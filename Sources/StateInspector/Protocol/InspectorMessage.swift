#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// The first message of a page: its authorization, and the entries that it already has.
struct InspectorGreeting: Codable, Sendable, Equatable {
  /// The token from the URL.
  var token: String
  /// The number of the last entry that the page has; 0 to request all remaining entries.
  var since: Int?
}

/// A message from the server over the socket, sent as one text message.
enum InspectorMessage: Sendable, Equatable {
  /// The first message.
  case hello(InspectorHello)
  /// The next entries in order.
  case entries(EntryPage)
  /// Entries that were removed before they could be sent.
  case skipped(SkippedEntries)
  /// A change that isn't an entry.
  case status(InspectorStatus)
  /// The answer to a request.
  case answer(id: Int, InspectorAnswer)
  /// The reason why a request failed. Without an id, the reason why the socket is closed.
  case failure(id: Int?, String)
}

/// The initial information for a page.
struct InspectorHello: Codable, Sendable, Equatable {
  /// The version of the message format.
  var version: Int
  /// The identity of this inspector.
  ///
  /// If it changes, previously received numbers are invalid.
  var session: String
  /// The time from which the seconds of the entries count, in ISO 8601 format.
  var began: String
  var status: InspectorStatus
  var stores: [InspectedStore]
}

/// A range of consecutive entries.
struct EntryPage: Codable, Sendable, Equatable {
  /// The number of the last entry before them.
  var after: Int
  /// The number up to which the page is complete.
  var upTo: Int
  /// The number of the journal's last entry.
  var last: Int
  var entries: [EntrySummary]
}

/// A range of removed entries.
struct SkippedEntries: Codable, Sendable, Equatable {
  /// The number of the last entry that was sent.
  var after: Int
  /// The number of the last removed entry.
  var upTo: Int
}

/// The current status, in addition to the entries.
struct InspectorStatus: Codable, Sendable, Equatable {
  /// The number of the last removed entry.
  ///
  /// The oldest remaining entry is the next one.
  var gone: Int
  /// The number of the last entry.
  var last: Int
  /// Whether pages and scripts can change the app.
  var canControl: Bool
  /// The time travel, if the stores show an earlier state.
  var travel: Travel?
  /// The ranges of entry numbers that a commit of an earlier state has struck out: first, last.
  var struckOut: [[Int]]

  struct Travel: Codable, Sendable, Equatable {
    /// The number of the entry whose state the stores show.
    var at: Int
    /// The number of the last entry before the travel.
    var last: Int
    /// Whether changes are being played back.
    var isPlaying: Bool
  }
}

extension InspectorMessage: Codable {
  private enum Name: String, Codable {
    case hello
    case entries
    case skipped
    case status
    case answer
    case error
  }

  private enum Key: String, CodingKey {
    case type
    case status
    case id
    case answer
    case error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .hello(let hello):
      try container.encode(Name.hello, forKey: .type)
      try hello.encode(to: encoder)
    case .entries(let page):
      try container.encode(Name.entries, forKey: .type)
      try page.encode(to: encoder)
    case .skipped(let skipped):
      try container.encode(Name.skipped, forKey: .type)
      try skipped.encode(to: encoder)
    case .status(let status):
      try container.encode(Name.status, forKey: .type)
      try container.encode(status, forKey: .status)
    case .answer(let id, let answer):
      try container.encode(Name.answer, forKey: .type)
      try container.encode(id, forKey: .id)
      try container.encode(answer, forKey: .answer)
    case .failure(let id, let reason):
      try container.encode(Name.error, forKey: .type)
      try container.encodeIfPresent(id, forKey: .id)
      try container.encode(reason, forKey: .error)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(Name.self, forKey: .type) {
    case .hello: self = .hello(try InspectorHello(from: decoder))
    case .entries: self = .entries(try EntryPage(from: decoder))
    case .skipped: self = .skipped(try SkippedEntries(from: decoder))
    case .status:
      self = .status(try container.decode(InspectorStatus.self, forKey: .status))
    case .answer:
      let id = try container.decode(Int.self, forKey: .id)
      self = .answer(id: id, try container.decode(InspectorAnswer.self, forKey: .answer))
    case .error:
      self = .failure(
        id: try container.decodeIfPresent(Int.self, forKey: .id),
        try container.decode(String.self, forKey: .error)
      )
    }
  }
}
#endif
