import FlyingFox
import Foundation

/// Answers one request after the other out of a library, late or wrongly where it is told to.
actor WordHandler: HTTPHandler {
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
    guard request.path == "/words" else { throw HTTPUnhandledError() }
    received += 1
    let fault = faults.fault(ofRequest: received)
    if latency > .zero {
      try await clock.sleep(for: latency)
    }
    switch fault {
    case .status:
      return Self.text("The service fails this request on purpose.", status: .serviceUnavailable)
    case .silence:
      try await clock.sleep(for: .seconds(24 * 60 * 60))
      return HTTPResponse(statusCode: .gatewayTimeout)
    case .truncated:
      let body = try body(for: request)
      return Self.json(body.prefix(body.count / 2))
    case nil:
      do {
        return Self.json(try body(for: request))
      } catch let error as WordQuery.Malformed {
        return Self.text("Cannot read \(error.parameter)=\(error.value)", status: .badRequest)
      }
    }
  }

  private func body(for request: HTTPRequest) throws -> Data {
    try JSONEncoder().encode(library.page(WordQuery(items: request.query)))
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
