#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// What the page sends first: that it may, and what it has already.
struct InspectorGreeting: Codable, Sendable, Equatable {
  /// The token of the address.
  var token: String
  /// The number of the last entry that the page has; 0 for all that are left.
  var since: Int?
}

/// What the server sends over the socket, each as one text message.
enum InspectorMessage: Sendable, Equatable {
  /// The first message.
  case hello(InspectorHello)
  /// The next entries, in their order.
  case entries(EntryPage)
  /// Entries that had gone before they could be sent.
  case skipped(SkippedEntries)
  /// Something has changed that is no entry.
  case status(InspectorStatus)
  /// The answer to a request.
  case answer(id: Int, InspectorAnswer)
  /// Why a request has none; without an id, why the socket is closed.
  case failure(id: Int?, String)
}

/// What the page has to know first.
struct InspectorHello: Codable, Sendable, Equatable {
  /// The version of the messages.
  var version: Int
  /// Names this inspector: with another name, numbers that are known mean nothing.
  var session: String
  /// When the seconds of the entries begin, in the format of ISO 8601.
  var began: String
  var status: InspectorStatus
  var stores: [InspectedStore]
}

/// Entries that follow each other.
struct EntryPage: Codable, Sendable, Equatable {
  /// The number behind which they follow, which is that of the last entry before.
  var after: Int
  /// The number up to which there are no others.
  var upTo: Int
  /// The number of the journal's last entry.
  var last: Int
  var entries: [EntrySummary]
}

/// Entries that are not there any more.
struct SkippedEntries: Codable, Sendable, Equatable {
  /// The last number that was sent.
  var after: Int
  /// The last number that has gone.
  var upTo: Int
}

/// What is the case now, beside the entries.
struct InspectorStatus: Codable, Sendable, Equatable {
  /// The number of the last entry that has gone; the next one is the oldest.
  var gone: Int
  /// The number of the last entry.
  var last: Int
  /// Whether the app can be changed from here.
  var canControl: Bool
  /// The time travel, if the stores show an earlier state.
  var travel: Travel?
  /// The numbers of entries that a commit of an earlier state has made void: from, to.
  var struckOut: [[Int]]

  struct Travel: Codable, Sendable, Equatable {
    /// The entry behind which the stores are shown.
    var at: Int
    /// The last entry before the travel.
    var last: Int
    /// Whether one change after the other is shown.
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
