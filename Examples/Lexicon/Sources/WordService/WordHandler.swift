import FlyingFox
import Foundation
import Tracing

/// Responds to one request after the other from a library, with the configured latency and faults.
///
/// `/words` is a page of the list, `/words/house` is one word, and `/search` returns the matches of a text.
actor WordHandler: HTTPHandler {
  private struct UnknownWord: Error {
    let word: String
  }

  private let library: WordLibrary
  private let latency: Duration
  private let faults: FaultPlan
  private let clock: any Clock<Duration>
  private var received = 0

  init(
    library: WordLibrary,
    latency: Duration = .zero,
    faults: FaultPlan = .none,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.library = library
    self.latency = latency
    self.faults = faults
    self.clock = clock
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let resource = Resource(path: request.path) else { throw HTTPUnhandledError() }
    return try await request.withSpan(of: resource.route) { try await answer(request, resource) }
  }

  private func answer(_ request: HTTPRequest, _ resource: Resource) async throws -> HTTPResponse {
    received += 1
    let fault = faults.fault(ofRequest: received)
    if latency > .zero {
      try await clock.sleep(for: latency)
    }
    switch fault {
    case .status:
      return Self.text("The service fails this request deliberately.", status: .serviceUnavailable)
    case .silence:
      try await clock.sleep(for: .seconds(24 * 60 * 60))
      return HTTPResponse(statusCode: .gatewayTimeout)
    case .truncated:
      let body = try body(of: resource, request.query)
      return Self.json(body.prefix(body.count / 2))
    case nil:
      do {
        return Self.json(try body(of: resource, request.query))
      } catch let error as WordQuery.Malformed {
        return Self.text("Cannot read \(error.parameter)=\(error.value)", status: .badRequest)
      } catch let error as UnknownWord {
        return Self.text("The word '\(error.word)' doesn't exist", status: .notFound)
      }
    }
  }

  private func body(of resource: Resource, _ items: [HTTPRequest.QueryItem]) throws -> Data {
    let span = startSpan("library \(resource.route)")
    defer { span.end() }
    switch resource {
    case .words:
      return try JSONEncoder().encode(library.page(WordQuery(items: items)))
    case .search:
      return try JSONEncoder().encode(library.search(SearchQuery(items: items)))
    case .word(let word):
      guard let entry = library.entry(of: word) else { throw UnknownWord(word: word) }
      return try JSONEncoder().encode(entry)
    }
  }

  private static func json(_ body: Data) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: body)
  }

  private static func text(_ text: String, status: HTTPStatusCode) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [.contentType: "text/plain; charset=utf-8"],
      body: Data(text.utf8)
    )
  }
}

/// The resource of a path.
private enum Resource {
  case words
  case word(String)
  case search

  /// The path without the word.
  var route: String {
    switch self {
    case .words: "/words"
    case .word: "/words/{word}"
    case .search: "/search"
    }
  }

  init?(path: String) {
    let parts = path.split(separator: "/").map { String($0).removingPercentEncoding ?? String($0) }
    switch parts {
    case ["words"]: self = .words
    case ["search"]: self = .search
    default:
      guard parts.count == 2, parts[0] == "words" else { return nil }
      self = .word(parts[1])
    }
  }
}
