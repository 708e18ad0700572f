import FlyingFox
import Tracing

/// Extracts the context of the caller's span from the headers of a request.
private struct RequestHeaders: Extractor {
  func extract(key: String, from request: HTTPRequest) -> String? {
    request.headers[HTTPHeader(key)]
  }
}

extension HTTPRequest {
  /// Responds to the request in a child span of the caller's.
  func withSpan(
    of route: String,
    _ answer: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    // Not the task's context: the server may have been started in another span.
    var context = ServiceContext.topLevel
    InstrumentationSystem.instrument.extract(self, into: &context, using: RequestHeaders())
    return try await Tracing.withSpan("GET \(route)", context: context, ofKind: .server) { span in
      let response = try await answer()
      span.attributes["http.route"] = route
      span.attributes["http.response.status_code"] = response.statusCode.code
      if response.statusCode.code >= 500 { span.setStatus(SpanStatus(code: .error)) }
      return response
    }
  }
}
