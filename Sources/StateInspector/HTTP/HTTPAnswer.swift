#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import Foundation

/// The status of a response.
enum HTTPStatus: Int, Sendable {
  case switchingProtocols = 101
  case ok = 200
  case accepted = 202
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case timedOut = 408
  case conflict = 409
  case tooLarge = 413
  case tooMany = 429
  case headersTooLarge = 431
  case unavailable = 503

  var text: String {
    switch self {
    case .switchingProtocols: "Switching Protocols"
    case .ok: "OK"
    case .accepted: "Accepted"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .timedOut: "Request Timeout"
    case .conflict: "Conflict"
    case .tooLarge: "Content Too Large"
    case .tooMany: "Too Many Requests"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .unavailable: "Service Unavailable"
    }
  }
}

/// An HTTP response, after which the connection is closed.
struct HTTPAnswer: Sendable {
  let status: HTTPStatus
  let type: String
  let body: [UInt8]
  /// The method that the path requires, if the request has another one.
  var allowed: String?

  static func json(_ value: some Encodable, _ status: HTTPStatus = .ok) -> HTTPAnswer {
    HTTPAnswer(status: status, type: "application/json", body: MessageCoding.bytes(of: value))
  }

  /// The response to a message that has no answer.
  static let accepted = HTTPAnswer(status: .accepted, type: "application/json", body: [])

  static func failure(_ status: HTTPStatus, _ reason: String) -> HTTPAnswer {
    json(["error": reason], status)
  }

  /// The response to a request with another method than that of the path.
  static func requires(_ method: String) -> HTTPAnswer {
    var answer = failure(.methodNotAllowed, "This path requires the method \(method).")
    answer.allowed = method
    return answer
  }

  /// Returns the bytes of the response.
  ///
  /// The page may open the given sockets.
  func bytes(sockets: [String]) -> [UInt8] {
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
      (["connect-src 'self'"] + sockets).joined(separator: " "), "base-uri 'none'",
      "form-action 'none'", "frame-ancestors 'none'",
    ]
    var head = [
      "HTTP/1.1 \(status.rawValue) \(status.text)",
      "Content-Type: \(type)",
      "Content-Length: \(body.count)",
      "Connection: close",
      "Cache-Control: no-store",
      "Content-Security-Policy: \(policy.joined(separator: "; "))",
      "Cross-Origin-Opener-Policy: same-origin",
      "Cross-Origin-Resource-Policy: same-origin",
      "Referrer-Policy: no-referrer",
      "X-Content-Type-Options: nosniff",
      "X-Frame-Options: DENY",
    ]
    if let allowed { head.append("Allow: \(allowed)") }
    if status == .unauthorized { head.append("WWW-Authenticate: Bearer") }
    return Array((head + ["", ""]).joined(separator: "\r\n").utf8) + body
  }
}

/// Encoding of messages and responses.
enum MessageCoding {
  static func bytes(of value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    guard let data = try? encoder.encode(value) else { return [] }
    return Array(data)
  }
}
#endif
