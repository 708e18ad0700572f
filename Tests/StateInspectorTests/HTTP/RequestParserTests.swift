#if Inspector
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct RequestParserTests {
  private func parse(_ text: String) -> RequestParser.Progress {
    var parser = RequestParser(ServerLimits())
    return parser.append(Array(text.utf8))
  }

  private func status(_ text: String) -> HTTPStatus? {
    if case .refused(let failure) = parse(text) { failure.status } else { nil }
  }

  @Test
  func readsARequest() throws {
    let text = "POST /api/send?a=b%20c HTTP/1.1\r\nHost: a:1\r\nX-One:  two \r\n"
    guard
      case .request(let request, let rest) = parse("\(text)Content-Length: 2\r\n\r\n{}more")
    else { throw BadRequest("no request") }
    #expect(request.method == "POST")
    #expect(request.path == "/api/send")
    #expect(request.query == "a=b%20c")
    #expect(request.header("host") == "a:1")
    #expect(request.header("x-one") == "two")
    #expect(request.body == Array("{}".utf8))
    #expect(rest == Array("more".utf8))
  }

  @Test
  func readsARequestByteByByte() {
    let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
    var parser = RequestParser(ServerLimits())
    for byte in text.utf8.dropLast() { #expect(parser.append([byte]) == .needsMore) }
    #expect(parser.append(Array("c".utf8)) == parse(text))
  }

  @Test(arguments: [
    "GET /\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n",
    "G\u{7f}T / HTTP/1.1\r\n\r\n",
    "GET http://a/ HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nname\r\n\r\n",
    "GET / HTTP/1.1\r\n: value\r\n\r\n", "GET / HTTP/1.1\r\nname : value\r\n\r\n",
    "GET / HTTP/1.1\r\nname: one\r\n two\r\n\r\n", "GET / HTTP/1.1\r\nname: a\nb: c\r\n\r\n",
    "GET / HTTP/1.1\r\nname: ä\r\n\r\n", "GET / HTTP/1.1\r\nname: \0\r\n\r\n",
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
    "POST / HTTP/1.1\r\nContent-Length: 1,1\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: \r\n\r\n",
    " / HTTP/1.1\r\n\r\n", "\r\n\r\n",
  ])
  func refusesWhatTwoReadersCouldTakeInTwoWays(text: String) {
    #expect(status(text) == .badRequest)
  }

  @Test
  func refusesWhatIsTooLarge() {
    let limits = ServerLimits()
    #expect(
      status("GET / HTTP/1.1\r\nname: \(String(repeating: "a", count: limits.headerBytes))")
        == .headersTooLarge
    )
    #expect(
      status("GET / HTTP/1.1\r\na: \(String(repeating: "a", count: limits.headerBytes))\r\n\r\n")
        == .headersTooLarge
    )
    #expect(
      status("POST / HTTP/1.1\r\nContent-Length: \(limits.bodyBytes + 1)\r\n\r\n") == .tooLarge
    )
    #expect(status("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n") == .tooLarge)
  }

  @Test
  func aHeaderThatIsThereTwiceHasNoValue() throws {
    let text = "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"
    guard case .request(let request, _) = parse(text) else { throw BadRequest("no request") }
    #expect(request.header("host") == nil)
  }
}
#endif
