#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// A parser that reads one HTTP/1.1 request from untrusted bytes.
///
/// It accepts requests from browsers, curl, and similar clients, and refuses everything else: folded headers, chunked
/// bodies, and requests that two parsers could interpret differently.
struct RequestParser {
  enum Progress: Equatable {
    case needsMore
    /// The request, and the bytes after it.
    case request(ReceivedRequest, rest: [UInt8])
    case refused(Failure)
  }

  struct Failure: Error, Equatable {
    let status: HTTPStatus
    let reason: String
  }

  private let limits: ServerLimits
  private var bytes: [UInt8] = []
  /// The number of bytes that were already searched for the end of the headers.
  private var searched = 0
  private var head: (request: ReceivedRequest, length: Int, bodyLength: Int)?

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  mutating func append(_ new: [UInt8]) -> Progress {
    bytes += new
    do throws(Failure) {
      if head == nil {
        guard let end = headEnd() else {
          if bytes.count > limits.headerBytes { throw tooLong }
          return .needsMore
        }
        if end > limits.headerBytes { throw tooLong }
        let request = try readHead(bytes[..<end])
        head = (request, end, try bodyLength(of: request))
      }
      guard let head else { return .needsMore }
      let end = head.length + head.bodyLength
      guard bytes.count >= end else { return .needsMore }
      var request = head.request
      request.body = Array(bytes[head.length..<end])
      return .request(request, rest: Array(bytes[end...]))
    } catch {
      return .refused(error)
    }
  }

  private var tooLong: Failure {
    Failure(
      status: .headersTooLarge,
      reason: "The headers are larger than \(limits.headerBytes) bytes."
    )
  }

  /// Returns the position after the empty line.
  private mutating func headEnd() -> Int? {
    let end: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]
    var place = max(0, searched - 3)
    while place + 4 <= bytes.count {
      if bytes[place] == end[0], bytes[place..<place + 4].elementsEqual(end) { return place + 4 }
      place += 1
    }
    searched = bytes.count
    return nil
  }

  private static func bad(_ reason: String) -> Failure {
    Failure(status: .badRequest, reason: reason)
  }

  private func readHead(_ head: ArraySlice<UInt8>) throws(Failure) -> ReceivedRequest {
    let isText = head.allSatisfy { $0 == 0x0d || $0 == 0x0a || $0 == 0x09 || 0x20...0x7e ~= $0 }
    if !isText { throw Self.bad("The headers contain bytes that aren't ASCII.") }
    var lines = String(decoding: head.dropLast(4), as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    if lines.contains(where: { line in line.utf8.contains { $0 == 0x0d || $0 == 0x0a } }) {
      throw Self.bad("A line of the headers doesn't end with CRLF.")
    }
    let start = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard start.count == 3, start[2] == "HTTP/1.1" || start[2] == "HTTP/1.0" else {
      throw Self.bad("The first line isn't an HTTP/1.1 request line.")
    }
    guard start[0].utf8.allSatisfy(Self.isTokenByte), !start[0].isEmpty else {
      throw Self.bad("The method isn't a word.")
    }
    guard start[1].hasPrefix("/") else { throw Self.bad("The path must begin with a slash.") }
    let target = start[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var headers: [String: [String]] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(Self.isTokenByte) else {
        throw Self.bad("A header has no name.")
      }
      let value = parts[1].drop { $0 == " " || $0 == "\t" }
      let end = value.lastIndex { $0 != " " && $0 != "\t" }
      headers[parts[0].lowercased(), default: []]
        .append(end.map { String(value[...$0]) } ?? "")
    }
    return ReceivedRequest(
      method: String(start[0]),
      path: String(target[0]),
      query: target.count > 1 ? String(target[1]) : "",
      headers: headers
    )
  }

  private func bodyLength(of request: ReceivedRequest) throws(Failure) -> Int {
    if request.headers["transfer-encoding"] != nil {
      throw Self.bad("A request with a body needs a Content-Length.")
    }
    guard let values = request.headers["content-length"] else { return 0 }
    guard values.count == 1, values[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), !values[0].isEmpty
    else { throw Self.bad("The Content-Length isn't a number.") }
    guard let length = Int(values[0]), length <= limits.bodyBytes else {
      throw Failure(
        status: .tooLarge,
        reason: "The body is larger than \(limits.bodyBytes) bytes."
      )
    }
    return length
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
#endif
