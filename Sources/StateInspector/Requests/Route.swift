#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJSON

/// The destination of a request.
enum Route: Sendable {
  case file(PageFile)
  case socket
  case api(any InspectorRequest)

  /// The path of the messages of assistants.
  static let assistants = "/mcp"

  /// The reason why a request has no route.
  struct Failure: Error {
    let answer: HTTPAnswer

    init(_ status: HTTPStatus, _ reason: String) { answer = .failure(status, reason) }

    /// A path exists, but not for the method.
    init(requires method: String) { answer = .requires(method) }
  }

  /// Returns the route of a path that needs no token.
  static func open(_ request: ReceivedRequest) -> Route? {
    guard request.method == "GET" else { return nil }
    if request.path == "/socket" { return .socket }
    return PageFile.named(request.path).map { .file($0) }
  }

  /// A request for the file of the session, which isn't JSON.
  struct Session: Equatable {
    /// The number of an entry that the session has to contain.
    var upTo: Int?
  }

  /// Returns the request for the file of the session, if it is one.
  static func session(_ request: ReceivedRequest) throws(Failure) -> Session? {
    guard request.path == "/api/session" else { return nil }
    guard request.method == "GET" else { throw Failure(requires: "GET") }
    do throws(BadRequest) {
      var arguments = try RequestArguments(query: Query.read(request.query))
      let session = Session(upTo: try arguments.optionalNumber("upTo"))
      try arguments.end()
      return session
    } catch {
      throw Failure(.badRequest, error.reason)
    }
  }

  /// Returns the API request.
  ///
  /// The caller has already checked the token.
  static func api(_ request: ReceivedRequest) throws(Failure) -> any InspectorRequest {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.first == "api", let text = parts.dropFirst().first,
      let name = RequestName(rawValue: String(text))
    else { throw Failure(.notFound, "This path doesn't exist.") }
    let handler = name.handler
    let method = handler.isControl ? "POST" : "GET"
    guard request.method == method else { throw Failure(requires: method) }
    var arguments: RequestArguments
    do throws(BadRequest) {
      arguments = try self.arguments(of: request, isControl: handler.isControl)
      if let argument = handler.pathArgument {
        guard parts.count == 3, let number = Int(parts[3]), number >= 0 else {
          throw BadRequest("The path must end with a number, as in /api/\(name)/1.")
        }
        arguments.add(number, argument)
      } else if parts.count != 2 {
        throw BadRequest("The path must be /api/\(name).")
      }
      return try name.read(&arguments)
    } catch {
      throw Failure(.badRequest, error.reason)
    }
  }

  private static func arguments(
    of request: ReceivedRequest,
    isControl: Bool
  ) throws(BadRequest) -> RequestArguments {
    if !isControl { return try RequestArguments(query: Query.read(request.query)) }
    if !request.query.isEmpty { throw BadRequest("The arguments must be in the body.") }
    if request.body.isEmpty { return try RequestArguments([:]) }
    return try RequestArguments(MessageReader.json(request.body))
  }
}

/// Decoding of page messages and request bodies as JSON.
enum MessageReader {
  /// The maximum nesting depth of arrays and objects.
  private static let deepest = 64

  static func json(_ bytes: [UInt8]) throws(BadRequest) -> JSONValue {
    do throws(JSONReader.Failure) {
      return try JSONReader.value(in: bytes[...], deepest: deepest)
    } catch {
      throw BadRequest("Invalid JSON: \(error.reason).")
    }
  }
}

/// The query of a URL.
enum Query {
  static func read(_ query: String) throws(BadRequest) -> [(name: String, value: String)] {
    if query.isEmpty { return [] }
    return try query.split(separator: "&").map { part throws(BadRequest) in
      let parts = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (try decoded(parts[0]), parts.count > 1 ? try decoded(parts[1]) : "")
    }
  }

  private static func decoded(_ text: Substring) throws(BadRequest) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2)
        guard digits.count == 2,
          digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
          let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw BadRequest("A percent sign isn't followed by two hexadecimal digits.") }
        rest.removeFirst(2)
        bytes.append(code)
      default: bytes.append(byte)
      }
    }
    let decoded = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces bytes that aren't UTF-8.
    guard decoded.utf8.elementsEqual(bytes) else { throw BadRequest("The query isn't UTF-8.") }
    return decoded
  }
}
#endif
