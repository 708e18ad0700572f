#if Server
import FlyingFox
package import Foundation
package import MeetingsCore

/// Answers requests as its behavior says, and counts them.
///
/// `GET /meetings` is a page of the list, and `GET /meetings/ID` one meeting. `PUT` and `DELETE` change a meeting; the
/// header `Idempotency-Key` contains the key of the change. These requests are counted.
///
/// `PUT /meetings/ID/title` changes a title as another user, and `PUT /behavior/NAME` the behavior. They always succeed,
/// and so does `GET /health`.
package actor MeetingsHandler {
  /// A counted request and the status of its answer.
  package struct Request: Sendable {
    package let number: Int
    package let method: String
    package let path: String
    package let status: Int
  }

  package private(set) var meetings: TeamMeetings
  /// The file with the meetings; without one, they end with the server.
  private let file: URL?
  private var behavior: ServerBehavior
  private var since: Duration
  private let clock: any Clock<Duration>
  private let time: @Sendable () -> Duration
  private let onAnswer: @Sendable (Request) -> Void
  /// The number of requests for meetings, including those in flight.
  package private(set) var requestCount = 0
  /// The number of answers to these requests.
  package private(set) var answerCount = 0

  package init(
    _ meetings: TeamMeetings = TeamMeetings(),
    _ behavior: ServerBehavior = .normal,
    file: URL? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    onAnswer: @escaping @Sendable (Request) -> Void = { _ in }
  ) {
    self.meetings = meetings
    self.behavior = behavior
    self.file = file
    self.clock = clock
    time = Self.timeSinceNow(of: clock)
    since = .zero
    self.onAnswer = onAnswer
  }

  private static func timeSinceNow(of clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  package func behave(_ behavior: ServerBehavior) {
    self.behavior = behavior
    since = time()
  }

  package func rename(_ id: Meeting.ID, to title: String) throws -> Bool {
    try change { $0.rename(id, to: title) }
  }

  /// Changes the meetings, also in the file.
  private func change<Answer>(_ change: (inout TeamMeetings) -> Answer) throws -> Answer {
    let answer = change(&meetings)
    if let file { try meetings.write(to: file) }
    return answer
  }

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    switch (request.method, parts.first, parts.count) {
    case (.GET, "health", 1): return .text(.ok, "up")
    case (.GET, "meetings", 1):
      let offset = request.query["offset"].flatMap { Int($0) } ?? 0
      return try await answer(request) { try .json(meetings.page(at: offset)) }
    case (.GET, "meetings", 2):
      return try await answer(request) {
        guard let meeting = UUID(uuidString: parts[1]).flatMap({ meetings.meeting($0) }) else {
          return .unknown
        }
        return try .json(meeting)
      }
    case (.PUT, "meetings", 2):
      let edit = try await JSONDecoder().decode(TeamEdit.self, from: request.bodyData)
      return try await apply(request) { $0.save(edit, key: $1) }
    case (.DELETE, "meetings", 2):
      guard let id = UUID(uuidString: parts[1]) else { return .unknown }
      return try await apply(request) { $0.delete(id, key: $1) }
    case (.PUT, "meetings", 3) where parts[2] == "title":
      let title = String(decoding: try await request.bodyData, as: UTF8.self)
      let isKnown = try UUID(uuidString: parts[1]).map { try rename($0, to: title) } ?? false
      return isKnown ? .text(.ok, title) : .unknown
    case (.PUT, "behavior", 2):
      guard let behavior = ServerBehavior(rawValue: parts[1]) else {
        let names = ServerBehavior.allCases.map(\.rawValue).joined(separator: ", ")
        return .text(.notFound, "behaviors: \(names)")
      }
      behave(behavior)
      return .text(.ok, behavior.rawValue)
    default: return .text(.notFound, "unknown path")
    }
  }

  /// Applies a change.
  private func apply(
    _ request: HTTPRequest,
    _ change: (inout TeamMeetings, _ key: String?) -> TeamMeetings.Answer
  ) async throws -> HTTPResponse {
    let key = request.headers[HTTPHeader("Idempotency-Key")]
    return try await answer(request) {
      switch try self.change({ change(&$0, key) }) {
      case .saved(let meeting): try .json(meeting)
      case .deleted: .text(.ok, "deleted")
      case .conflict(let meeting): try .json(meeting, .conflict)
      case .unknown: .unknown
      }
    }
  }

  private func answer(
    _ request: HTTPRequest,
    _ normal: () throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    requestCount += 1
    let number = requestCount
    let outcome = behavior.outcome(after: time() - since)
    if outcome.pause > .zero { try await clock.sleep(for: outcome.pause) }
    var response = HTTPResponse.text(.serviceUnavailable, "this failure is deliberate")
    if !outcome.isFailure {
      response = try normal()
    } else if outcome.appliesChanges {
      _ = try normal()
    }
    answerCount += 1
    onAnswer(
      Request(
        number: number,
        method: request.method.rawValue,
        path: request.path,
        status: response.statusCode.code
      )
    )
    return response
  }
}

extension HTTPResponse {
  fileprivate static var unknown: HTTPResponse { text(.notFound, "unknown meeting") }

  fileprivate static func json(
    _ value: some Encodable,
    _ status: HTTPStatusCode = .ok
  ) throws -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [.contentType: "application/json"],
      body: try JSONEncoder().encode(value)
    )
  }

  fileprivate static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [.contentType: "text/plain; charset=utf-8"],
      body: Data("\(text)\n".utf8)
    )
  }
}
#endif
