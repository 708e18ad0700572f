#if Server
import FlyingFox
import Foundation
package import MeetingsCore

/// Answers requests as its behavior says, and counts them.
///
/// `GET /meetings` is a page of the list, and `GET /meetings/ID` one meeting. `PUT /meetings/ID/title` changes a title,
/// and `PUT /behavior/NAME` the behavior. `GET /health` and `PUT` requests are neither counted nor affected.
package actor MeetingsHandler {
  /// A counted request and the status of its answer.
  package struct Request: Sendable {
    package let number: Int
    package let path: String
    package let status: Int
  }

  private var meetings: TeamMeetings
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
    clock: any Clock<Duration> = ContinuousClock(),
    onAnswer: @escaping @Sendable (Request) -> Void = { _ in }
  ) {
    self.meetings = meetings
    self.behavior = behavior
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

  package func rename(_ id: Meeting.ID, to title: String) -> Bool { meetings.rename(id, to: title) }

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    switch (request.method, parts.first, parts.count) {
    case (.GET, "health", 1): return Self.text(.ok, "up")
    case (.GET, "meetings", 1):
      let offset = request.query["offset"].flatMap { Int($0) } ?? 0
      return try await answer(request) { $0.page(at: offset) }
    case (.GET, "meetings", 2):
      return try await answer(request) { meetings in
        UUID(uuidString: parts[1]).flatMap { meetings.meeting($0) }
      }
    case (.PUT, "meetings", 3) where parts[2] == "title":
      let title = String(decoding: try await request.bodyData, as: UTF8.self)
      let isKnown = UUID(uuidString: parts[1]).map { rename($0, to: title) } ?? false
      return isKnown ? Self.text(.ok, title) : Self.text(.notFound, "unknown meeting")
    case (.PUT, "behavior", 2):
      guard let behavior = ServerBehavior(rawValue: parts[1]) else {
        let names = ServerBehavior.allCases.map(\.rawValue).joined(separator: ", ")
        return Self.text(.notFound, "behaviors: \(names)")
      }
      behave(behavior)
      return Self.text(.ok, behavior.rawValue)
    default: return Self.text(.notFound, "unknown path")
    }
  }

  private func answer<Value: Encodable>(
    _ request: HTTPRequest,
    _ value: (TeamMeetings) -> Value?
  ) async throws -> HTTPResponse {
    requestCount += 1
    let number = requestCount
    let outcome = behavior.outcome(after: time() - since)
    if outcome.pause > .zero { try await clock.sleep(for: outcome.pause) }
    let response: HTTPResponse
    if outcome.isFailure {
      response = Self.text(.serviceUnavailable, "this failure is deliberate")
    } else if let value = value(meetings) {
      let body = try JSONEncoder().encode(value)
      response = HTTPResponse(
        statusCode: .ok,
        headers: [.contentType: "application/json"],
        body: body
      )
    } else {
      response = Self.text(.notFound, "unknown meeting")
    }
    answerCount += 1
    onAnswer(Request(number: number, path: request.path, status: response.statusCode.code))
    return response
  }

  private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [.contentType: "text/plain; charset=utf-8"],
      body: Data("\(text)\n".utf8)
    )
  }
}
#endif
