#if Inspector
import FlyingSocks
import Foundation
import StateJournal
import StateTesting
import Testing
import ViewFeature

@testable import StateInspector

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct InspectorAttackTests {
  let journal = Journal()
  let store = Store(initialState: Shop(), feature: ShopFeature())
  let clock = TestClock()

  init() {
    journal.record(store)
    store.send(.rename(secret))
  }

  private func start(
    allowsControl: Bool = true,
    _ limits: ServerLimits = ServerLimits()
  ) async throws -> (Inspector, InspectorClient) {
    let inspector = try await Inspector.serve(
      journal,
      allowsControl: allowsControl,
      limits
    )
    return (inspector, InspectorClient(inspector))
  }

  private func startWithStandingClock() async throws -> (Inspector, InspectorClient) {
    let inspector = try await Inspector.start(
      journal,
      allowsControl: true,
      ServerLimits(),
      clock: clock
    )
    return (inspector, InspectorClient(inspector))
  }

  /// Expects the server to respond to its user, and that no data of the app was sent before.
  private func expectUnharmed(_ client: InspectorClient) async throws {
    #expect(!client.traffic.all.contains(Array(secret.utf8)))
    store.send(.add(1))
    let answer = try await client.request("/api/state/\(store.id.number)")
    #expect(answer.status == 200)
    #expect(answer.text.contains(secret))
  }

  // MARK: Requests

  static let apiPaths =
    RequestName.allCases.flatMap { name in
      ["/api/\(name.rawValue)", "/api/\(name.rawValue)/1"]
    } + ["/api/session", "/mcp"]

  @Test(arguments: ["", "Bearer ", "Bearer 0123456789abcdef0123456789abcdef", "Bearer null"])
  func withoutTheTokenNothingIsRevealed(authorization: String) async throws {
    let (inspector, client) = try await start()
    for path in Self.apiPaths {
      for method in ["GET", "POST"] {
        let answer = try await client.request(
          path,
          method: method,
          headers: ["Authorization": authorization]
        )
        #expect(answer.status == 401)
      }
    }
    #expect(store.state.count == 0)
    try await expectUnharmed(client)
    await inspector.stop()
  }

  @Test(arguments: ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
  func otherHostsAreRefused(host: String) async throws {
    let (inspector, client) = try await start()
    for path in ["/", "/socket", "/api/state/\(store.id.number)"] {
      #expect(try await client.request(path, headers: ["Host": host]).status == 403)
    }
    let page = try await PageClient(client, headers: ["Host": host, "Origin": "http://\(host)"])
    #expect(try await page.upgrade().status == 403)
    try await expectUnharmed(client)
    await inspector.stop()
  }

  @Test
  func otherDevicesNeedTheToken() async throws {
    let inspector = try await Inspector.serve(journal, allowsNetwork: true)
    #expect(inspector.server?.sockets.address == "0.0.0.0")
    let client = InspectorClient(inspector)
    let host = "192.0.2.7:\(client.port)"
    let own = ["Host": host, "Origin": "http://\(host)"]
    for path in Self.apiPaths {
      let headers = own.merging(["Authorization": "Bearer 0123456789abcdef0123456789abcdef"]) { $1 }
      #expect(try await client.request(path, headers: headers).status == 401)
    }
    for other in ["evil.example:\(client.port)", "192.0.2.7", "192.0.2.7:1"] {
      for path in ["/", "/socket", "/api/status"] {
        #expect(try await client.request(path, headers: ["Host": other]).status == 403)
      }
    }
    let headers = ["Host": host, "Origin": "http://evil.example"]
    #expect(try await client.request("/api/status", headers: headers).status == 403)
    let stranger = try await PageClient(client, headers: own)
    #expect(try await stranger.upgrade().status == 101)
    try await stranger.send(#"{"token": "0123456789abcdef0123456789abcdef"}"#)
    guard case .failure(nil, _) = try await stranger.message() else {
      throw SocketError.disconnected
    }
    #expect(!client.traffic.all.contains(Array(secret.utf8)))

    let answer = try await client.request("/api/state/\(store.id.number)", headers: own)
    #expect(answer.status == 200)
    #expect(try await client.request("/", headers: own).status == 200)
    let body = #"{"store": \#(store.id.number), "path": "/count", "value": 4}"#
    let refused = try await client.request("/api/edit", method: "POST", headers: own, body: body)
    #expect(refused.status == 403)
    await inspector.stop()
    try await inspector.restart()
    #expect(inspector.server?.sockets.address == "0.0.0.0")
    await inspector.stop()
  }

  @Test
  func otherDevicesDoNotReachItOtherwise() async throws {
    let (inspector, client) = try await start()
    #expect(inspector.server?.sockets.address == "127.0.0.1")
    let headers = ["Host": "192.0.2.7:\(client.port)"]
    #expect(try await client.request("/api/status", headers: headers).status == 403)
    await inspector.stop()
  }

  @Test(arguments: ["http://evil.example", "null", "https://127.0.0.1"])
  func otherPagesAreRefused(origin: String) async throws {
    let (inspector, client) = try await start()
    for path in ["/", "/api/state/\(store.id.number)"] {
      #expect(try await client.request(path, headers: ["Origin": origin]).status == 403)
    }
    let page = try await PageClient(client, headers: ["Origin": origin])
    #expect(try await page.upgrade().status == 403)
    let answer = try await client.request(
      "/api/status",
      method: "OPTIONS",
      headers: ["Origin": "http://\(client.host)", "Access-Control-Request-Method": "POST"]
    )
    #expect(answer.status == 405)
    try await expectUnharmed(client)
    await inspector.stop()
  }

  @Test
  func eachAnswerKeepsOthersOut() async throws {
    let (inspector, client) = try await start()
    let answers = [
      try await client.request("/"), try await client.request("/api/status"),
      try await client.request("/api/status", headers: ["Authorization": ""]),
      try await client.request("/api/status", headers: ["Host": "evil.example"]),
      try await client.request("/nothing"), try await client.post("/api/send", "{"),
    ]
    for answer in answers {
      #expect(!answer.headers.keys.contains { $0.hasPrefix("access-control") })
      let policy = answer.headers["content-security-policy"]?.components(separatedBy: "; ")
      #expect(
        policy.map(Set.init) == [
          "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
          "connect-src 'self' ws://\(client.host) ws://localhost:\(client.port)",
          "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
      )
      #expect(answer.headers["x-frame-options"] == "DENY")
      #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
      #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["referrer-policy"] == "no-referrer")
      #expect(answer.headers["cache-control"] == "no-store")
      #expect(answer.headers["server"] == nil)
    }
    await inspector.stop()
  }

  @Test
  func withoutControlNothingIsChanged() async throws {
    let (inspector, client) = try await start(allowsControl: false)
    let id = store.id.number
    let requests = [
      ("send", #"{"store": \#(id), "action": {"add": {"_0": 4}}}"#), ("travel", #"{"to": 1}"#),
      ("edit", #"{"store": \#(id), "path": "/count", "value": 4}"#), ("commit", ""),
      ("resume", ""), ("step", #"{"direction": "backward"}"#), ("play", ""), ("pause", ""),
      ("cancel", #"{"store": \#(id), "effect": 1}"#),
      ("present", #"{"store": \#(id), "isLoading": true}"#),
    ]
    for (name, body) in requests {
      #expect(try await client.post("/api/\(name)", body).status == 403)
      #expect(try await client.request("/api/\(name)").status == 405)
    }
    let (page, hello) = try await PageClient.open(client)
    #expect(!hello.status.canControl)
    guard
      case .failure(let number?, let reason) = try await page.ask(
        1,
        #""ask": "edit", "store": \#(id), "path": "/count", "value": 4"#
      )
    else { throw SocketError.disconnected }
    #expect(number == 1)
    #expect(reason.contains("allowsControl"))
    #expect(store.state.count == 0)
    #expect(journal.travelPlace == nil)
    await inspector.stop()
  }

  @Test(arguments: [
    "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/./",
    "/Page/PageFile.swift", "/index.html/..", "/api/../socket", "/\\..\\..", "/index.html%00",
  ])
  func pathsAreNames(path: String) async throws {
    let (inspector, client) = try await start()
    #expect([400, 404].contains(try await client.request(path).status))
    await inspector.stop()
  }

  // MARK: Sizes and times

  @Test
  func whatIsTooLargeIsRefused() async throws {
    let (inspector, client) = try await start()
    let long = String(repeating: "a", count: 1 << 20)
    #expect(try await client.request("/\(long)").status == 431)
    #expect(try await client.request("/", headers: ["X-Long": long]).status == 431)
    let answer = try await client.request(
      "/api/send",
      method: "POST",
      headers: ["Content-Length": "\(5 << 20)"],
      body: long
    )
    #expect(answer.status == 413)
    // A line without an end.
    let endless = try await client.exchange(Array(long.utf8))
    #expect(InspectorClient.answer(endless)?.status == 431)
    try await expectUnharmed(client)
    await inspector.stop()
  }

  @Test
  func whatIsNotARequestIsRefused() async throws {
    let (inspector, client) = try await start()
    for text in ["\r\n\r\n", "hello\r\n\r\n", "GET / HTTP/9\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n"] {
      let answer = InspectorClient.answer(try await client.exchange(Array(text.utf8)))
      #expect(answer?.status == 400)
    }
    #expect(try await client.post("/api/send", "{").status == 400)
    #expect(try await client.post("/api/send", "[[[[").status == 400)
    let deep = String(repeating: "[", count: 100_000)
    #expect(try await client.post("/api/send", deep).status == 400)
    try await expectUnharmed(client)
    await inspector.stop()
  }

  @Test
  func halfARequestHasItsTime() async throws {
    let (inspector, client) = try await startWithStandingClock()
    let socket = try await client.connect()
    try await socket.write(Data("GET / HTTP/1.1\r\nHost: ".utf8))
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: ServerLimits().requestTime)
    #expect(InspectorClient.answer(await client.readAll(from: socket))?.status == 408)
    try? socket.close()
    await inspector.stop()
  }

  @Test
  func aSocketWithoutATokenHasItsTime() async throws {
    let (inspector, client) = try await startWithStandingClock()
    let page = try await PageClient(client)
    #expect(try await page.upgrade().status == 101)
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: ServerLimits().greetingTime)
    #expect(await client.readAll(from: page.socket).isEmpty)
    await inspector.stop()
  }

  /// A client that stops reading a response is disconnected after the time limit.
  @Test
  func anAnswerHasItsTime() async throws {
    // More than the system buffers for a connection.
    let names = (0..<1_000).map { "\($0)" + String(repeating: "long ", count: 4_000) }
    store.state.words = [Word(title: "", meanings: Dictionary(names.map { ($0, 0) }) { $1 })]
    let (inspector, client) = try await startWithStandingClock()
    let socket = try await client.connect()
    let lines = [
      "GET /api/state/\(store.id.number)?path=/words/0/meanings&limit=1000 HTTP/1.1",
      "Host: \(client.host)", "Authorization: Bearer \(client.token)", "", "",
    ]
    try await socket.write(Data(lines.joined(separator: "\r\n").utf8))
    let start = try await socket.read(atMost: 4_096)
    let answer = try #require(InspectorClient.answer(start))
    let length = try #require(answer.headers["content-length"].flatMap { Int($0) })
    #expect(answer.status == 200)
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: ServerLimits().answerTime)
    let rest = await client.readAll(from: socket)
    #expect(answer.body.count + rest.count < length)
    try? socket.close()
    await inspector.stop()
  }

  @Test
  func aThousandConnectionsDoNotKeepTheUserOut() async throws {
    let (inspector, client) = try await start()
    // The page has the entries, which contain data of the app.
    let last = try #require(journal.entries.last).number
    let (page, _) = try await PageClient.open(client, since: last)
    var sockets: [AsyncSocket] = []
    for index in 0..<1_000 {
      let socket = try await client.connect()
      if index.isMultiple(of: 2) { try? await socket.write(Data("GET /".utf8)) }
      sockets.append(socket)
    }
    try await expectUnharmed(client)
    let limits = ServerLimits()
    #expect(try #require(inspector.server).connectionCount <= limits.waitingConnections + 2)
    // The page is still connected.
    guard case .answer = try await page.ask(1, #""ask": "status""#) else {
      throw SocketError.disconnected
    }
    for socket in sockets { try? socket.close() }
    await inspector.stop()
  }

  @Test
  func thereAreOnlySoManyPages() async throws {
    var limits = ServerLimits()
    limits.pages = 2
    let (inspector, client) = try await start(limits)
    let pages = [try await PageClient.open(client), try await PageClient.open(client)]
    let third = try await PageClient(client)
    #expect(try await third.upgrade().status == 101)
    try await third.send(#"{"token": "\#(client.token)"}"#)
    #expect(try await third.message() == .failure(id: nil, "Too many open pages."))
    withExtendedLifetime(pages) {}
    await inspector.stop()
  }

  @Test
  func thereAreOnlySoManyRequestsInASecond() async throws {
    var limits = ServerLimits()
    limits.requestsPerSecond = 2
    let inspector = try await Inspector.start(
      journal,
      allowsControl: true,
      limits,
      clock: clock
    )
    let client = InspectorClient(inspector)
    var statuses: [Int] = []
    for _ in 0..<6 { statuses.append(try await client.request("/api/status").status) }
    #expect(statuses == [200, 200, 200, 200, 429, 429])
    let (page, _) = try await PageClient.open(client)
    for id in 0..<6 { try await page.send(#"{"id": \#(id), "ask": "status"}"#) }
    let reason = try await page.message { message in
      switch message {
      case .failure(nil, let reason): reason
      case .answer(id: 5, _): "All were answered."
      default: nil
      }
    }
    #expect(reason == "Too many requests per second.")
    await inspector.stop()
  }

  // MARK: Pages

  @Test(arguments: [
    #"{"token": "0123456789abcdef0123456789abcdef"}"#, #"{"token": ""}"#, #"{"since": 0}"#, "{}",
    "", "null", #"{"token": null}"#, #"{"token": ["a"]}"#, #"{"id": 1, "ask": "stores"}"#,
  ])
  func aSocketNeedsTheToken(greeting: String) async throws {
    let (inspector, client) = try await start()
    let page = try await PageClient(client)
    #expect(try await page.upgrade().status == 101)
    try await page.send(greeting)
    guard case .failure(nil, _) = try await page.message() else { throw SocketError.disconnected }
    #expect(try await page.frame().code == 8)
    try await expectUnharmed(client)
    await inspector.stop()
  }

  @Test
  func aSocketThatBreaksTheRulesIsClosed() async throws {
    let (inspector, client) = try await start()
    let huge: [UInt8] = [0x81, 0xff, 0x7f] + Array(repeating: 0xff, count: 7)
    for bytes in [huge, [0x81, 1, 97], PageClient.frame(2, [1]), PageClient.frame(0, [1])] {
      let (page, _) = try await PageClient.open(client)
      try await page.socket.write(Data(bytes))
      let reason = try await page.message { message in
        if case .failure(nil, let reason) = message { reason } else { nil }
      }
      #expect(!reason.isEmpty)
      #expect(try await page.frame().code == 8)
    }
    #expect(try await client.request("/api/status").status == 200)
    await inspector.stop()
  }

  @Test
  func badRequestsOfAPageAreAnswered() async throws {
    let (inspector, client) = try await start()
    let (page, _) = try await PageClient.open(client)
    #expect(
      try await page.ask(7, #""ask": "nothing""#)
        == .failure(id: 7, #"Unknown request "nothing"."#)
    )
    try await page.send("{")
    let reason = try await page.message { message in
      if case .failure(-1, let reason) = message { reason } else { nil }
    }
    #expect(reason.hasPrefix("Invalid JSON"))
    guard case .answer = try await page.ask(8, #""ask": "status""#) else {
      throw SocketError.disconnected
    }
    await inspector.stop()
  }

  @Test
  func pingsAreAnswered() async throws {
    let (inspector, client) = try await start()
    let (page, _) = try await PageClient.open(client)
    try await page.send(frame: 9, [4, 2])
    var frame = try await page.frame()
    while frame.code != 10 { frame = try await page.frame() }
    #expect(frame.payload == [4, 2])
    await inspector.stop()
  }
}
#endif
