import Foundation
import Tracing

// On Apple platforms, URLSession is part of Foundation. Only this file depends on that difference.
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches data with URLSession and reports all failures as one error type, with the address.
struct HTTPClient: Sendable {
  private let session: URLSession
  private let timeout: Double

  init(timeout: Double) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    // A cached response would hide a failure of the service.
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration)
    self.timeout = timeout
  }

  /// - Throws: ``WordProviderError``, or `CancellationError` if the caller's task is cancelled.
  func get(_ url: URL) async throws -> Data {
    try await withSpan("GET", ofKind: .client) { span in
      span.attributes["http.request.method"] = "GET"
      var request = URLRequest(url: url)
      InstrumentationSystem.instrument.inject(
        span.context,
        into: &request,
        using: HTTPRequestHeaders()
      )
      return try await get(url, request)
    }
  }

  private func get(_ url: URL, _ request: URLRequest) async throws -> Data {
    let body: Data
    let response: URLResponse
    do {
      (body, response) = try await session.data(for: request)
    } catch {
      try Task.checkCancellation()
      throw WordProviderError(reason(of: error), url: url)
    }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else {
      throw WordProviderError(.status(status), url: url)
    }
    return body
  }

  private func reason(of error: any Error) -> WordProviderError.Reason {
    switch (error as? URLError)?.code {
    case .timedOut: .noAnswer(seconds: timeout)
    case .cannotConnectToHost: .unreachable("connection refused")
    case .networkConnectionLost: .unreachable("connection lost")
    default: .unreachable(error.localizedDescription)
    }
  }
}
