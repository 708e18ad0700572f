#if Inspector
import Foundation
import StateCore
import StateJournal
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct InspectorRequestTests {
  private func read(_ text: String) throws(BadRequest) -> any InspectorRequest {
    try RequestName.read(message: MessageReader.json(Array(text.utf8)))
  }

  private func refusal(_ text: String) -> String? {
    do throws(BadRequest) {
      _ = try read(text)
      return nil
    } catch {
      return error.reason
    }
  }

  private func request(_ path: String, method: String = "GET", body: String = "") -> ReceivedRequest
  {
    let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
    return ReceivedRequest(
      method: method,
      path: parts[0],
      query: parts.count > 1 ? parts[1] : "",
      headers: [:],
      body: Array(body.utf8)
    )
  }

  @Test
  func readsChangesOfQueries() throws {
    func change(_ names: String) throws -> SharedEntryChange? {
      (try read(#"{"ask": "query", "cache": 1, "query": 2, \#(names)}"#) as? QueryRequest)?.change
    }
    #expect(try change(#""do": "reload""#) == .reload)
    #expect(try change(#""do": "restore""#) == .simulate(nil))
    #expect(try change(#""do": "fail", "error": "a""#) == .simulate(.failing("a")))
    #expect(try change(#""do": "slow", "seconds": 2"#) == .simulate(.slow(.seconds(2))))
    #expect(
      try change(#""do": "slow", "seconds": 31536000"#) == .simulate(.slow(.seconds(31_536_000)))
    )
    let wrong = [
      #""do": "reload", "error": "a""#: #""error" is only for "fail"."#,
      #""do": "fail", "seconds": 2"#: #""seconds" is only for "slow"."#,
      #""error": "a""#: #""do" is missing."#,
      #""do": "slow", "seconds": 0"#: Self.amount("seconds"),
      #""do": "slow", "seconds": 1e15"#: Self.amount("seconds"),
      #""do": "slow", "seconds": 1e300"#: Self.amount("seconds"),
    ]
    for (names, reason) in wrong {
      #expect(refusal(#"{"ask": "query", "cache": 1, "query": 2, \#(names)}"#) == reason)
    }
  }

  @Test
  func readsChangesOfOutboxes() throws {
    let key = "00000000-0000-0000-0000-000000000005"
    func change(_ names: String) throws -> OutboxRequest? {
      let request = try read(#"{"ask": "outbox", "outbox": 1, \#(names)}"#)
      return (request as? ChangeOutboxRequest)?.request
    }
    #expect(try change(#""do": "hold""#) == .hold)
    #expect(try change(#""do": "release""#) == .release)
    #expect(try change(#""do": "retry""#) == .retry(nil))
    #expect(try change(#""do": "retry", "key": "\#(key)""#) == .retry(UUID(uuidString: key)))
    #expect(
      try change(#""do": "fail", "count": 3, "error": "a""#) == .fail(count: 3, text: "a")
    )
    let wrong = [
      #""do": "hold", "key": "\#(key)""#: #""key" is only for "retry" and "remove"."#,
      #""do": "retry", "key": "a""#: #""key" must be a UUID."#,
      #""do": "remove""#: #""key" is missing."#,
      #""do": "hold", "count": 2"#: #""count" is only for "fail"."#,
      #""do": "hold", "error": "a""#: #""error" is only for "fail"."#,
      #""do": "fail", "count": 1000001"#: #""count" must be at most 1000000."#,
      #""error": "a""#: #""do" is missing."#,
    ]
    for (names, reason) in wrong {
      #expect(refusal(#"{"ask": "outbox", "outbox": 1, \#(names)}"#) == reason)
    }
  }

  @Test
  func readsMessages() throws {
    #expect(try read(#"{"id": 1, "ask": "status"}"#) is StatusRequest)
    #expect(
      try read(#"{"ask": "state", "store": 3, "path": "/a/0", "limit": 5}"#)
        as? StateRequest == StateRequest(store: 3, path: "/a/0", limit: 5)
    )
    #expect(
      try read(#"{"ask": "edit", "store": 3, "path": "/a", "value": null}"#)
        as? EditRequest == EditRequest(store: 3, path: "/a", value: .null)
    )
    #expect(try read(#"{"ask": "send", "entry": 3}"#) as? SendRequest == .again(entry: 3))
    #expect(try read(#"{"ask": "play", "speed": 2}"#) as? PlayRequest == PlayRequest(speed: 2))
    #expect(
      try read(#"{"ask": "present", "store": 1, "isLoading": true}"#)
        as? PresentRequest == PresentRequest(store: 1, presented: .loading(true))
    )
    #expect(try read(#"{"ask": "why", "entry": 4}"#) as? WhyRequest == .entry(4))
    #expect(try read(#"{"ask": "why", "entry": 4.0}"#) as? WhyRequest == .entry(4))
    #expect(
      (try read(#"{"ask": "entries", "store": [3.0]}"#) as? EntriesRequest)?.filter.stores == [3]
    )
    #expect(
      try read(#"{"ask": "why", "store": 3, "path": "/a", "limit": 5}"#) as? WhyRequest
        == .value(store: 3, path: "/a", at: nil, limit: 5)
    )
    let filter = EntryFilter(
      since: 4,
      before: 9,
      limit: 7,
      isFromEnd: true,
      stores: [1, 2],
      kinds: [.change],
      name: "count",
      cause: 2,
      text: "a b"
    )
    let names = #""since": 4, "before": 9, "limit": 7, "fromEnd": true, "store": [1, 2]"#
    let others = #""kind": "change", "name": "count", "cause": 2, "text": "a b""#
    #expect(
      try read(#"{"ask": "entries", \#(names), \#(others)}"#) as? EntriesRequest
        == EntriesRequest(filter: filter)
    )
    let query = "since=4&before=9&limit=7&fromEnd=true&store=1,2&kind=change&name=count&cause=2"
    #expect(
      try Route.api(request("/api/entries?\(query)&text=a+%62")) as? EntriesRequest
        == EntriesRequest(filter: filter)
    )
  }

  @Test
  func readsPaths() throws {
    #expect(try Route.api(request("/api/entry/12")) as? EntryRequest == EntryRequest(number: 12))
    #expect(
      try Route.api(request("/api/state/3?at=4&path=/a%2Fb")) as? StateRequest
        == StateRequest(store: 3, at: 4, path: "/a/b")
    )
    #expect(
      try Route.api(request("/api/changes/3?from=4")) as? ChangesRequest
        == ChangesRequest(store: 3, from: 4)
    )
    #expect(
      try Route.api(request("/api/travel", method: "POST", body: #"{"to": 4}"#)) as? TravelRequest
        == TravelRequest(to: 4)
    )
    #expect(try Route.api(request("/api/commit", method: "POST")) is CommitRequest)
  }

  private static func amount(_ name: String) -> String {
    #""\#(name)" must be a number greater than 0 and at most 31536000."#
  }

  private static func both(_ name: String, _ other: String) -> String {
    #""\#(name)" and "\#(other)" can't be combined."#
  }

  @Test(arguments: ["func", "init", "class", "_", "self", "Self", "a b", "1a", ""])
  func refusesNamesThatSwiftRefuses(name: String) {
    let reason = #""name" can't be "\#(name)", which isn't a Swift name."#
    #expect(refusal(#"{"ask": "test", "name": "\#(name)", "module": "App"}"#) == reason)
    let module = #"{"ask": "test", "name": "a", "module": "\#(name)"}"#
    #expect(refusal(module)?.contains("isn't a Swift name") == true)
  }

  @Test(arguments: ["fails", "_a", "größe", "get", "async"])
  func acceptsNamesOfSwift(name: String) {
    #expect(refusal(#"{"ask": "test", "name": "\#(name)", "module": "App"}"#) == nil)
  }

  @Test(arguments: [
    (#"{"ask": "stat"}"#, #"Unknown request "stat"."#),
    (#"{"id": 1}"#, #""ask" is missing."#),
    (#"[]"#, "The request must be an object."),
    (#"{"ask": "state"}"#, #""store" is missing."#),
    (
      #"{"ask": "state", "store": -1}"#,
      #""store" must be an integer that isn't negative."#
    ),
    (#"{"ask": "state", "store": 1, "limit": 0}"#, #""limit" must be between 1 and 1000."#),
    (#"{"ask": "state", "store": 1, "paths": ""}"#, #""paths" is unknown."#),
    (
      #"{"ask": "state", "store": 1, "path": "a"}"#,
      #""path" must be empty or begin with a slash."#
    ),
    (
      #"{"ask": "step", "direction": "up"}"#,
      #""direction" can't be "up". Use one of: backward, forward."#
    ),
    (#"{"ask": "edit", "store": 1, "path": "/a"}"#, #""value" is missing."#),
    (#"{"ask": "play", "speed": 0}"#, Self.amount("speed")),
    (#"{"ask": "play", "speed": 1e300}"#, Self.amount("speed")),
    (#"{"ask": "play", "every": 31536001}"#, Self.amount("every")),
    (#"{"ask": "play", "every": -1}"#, Self.amount("every")),
    (
      #"{"ask": "state", "store": 1.5}"#,
      #""store" must be an integer that isn't negative."#
    ),
    (#"{"ask": "why", "entry": 1, "store": 2}"#, Self.both("entry", "store")),
    (#"{"ask": "why", "entry": 1, "limit": 2}"#, Self.both("entry", "limit")),
    (#"{"ask": "send", "entry": 1, "store": 2}"#, Self.both("entry", "store")),
    (
      #"{"ask": "present", "store": 1, "error": "a", "isLoading": true}"#,
      Self.both("error", "isLoading")
    ),
    (#"{"ask": "resume", "applyingWrites": 1}"#, #""applyingWrites" must be true or false."#),
    (#"{"ask": "status""#, "Invalid JSON: an object isn't closed, at byte 17."),
  ])
  func namesWhatIsWrong(text: String, reason: String) {
    #expect(refusal(text) == reason)
  }

  @Test(arguments: [
    "/api", "/api/", "/api/nothing", "/api/entry", "/api/entry/x", "/api/entry/1/2",
    "/api/status/1",
    "/api/../etc/passwd", "/api/%73tatus", "/api/status?x=1", "/api/entries?limit=1&limit=2",
    "/api/entries?text=%zz", "/api/entries?text=%ff",
  ])
  func refusesOtherPaths(path: String) {
    #expect(throws: Route.Failure.self) { try Route.api(request(path)) }
  }

  @Test
  func quotesWhatWasGivenInShort() {
    let text = String(repeating: "a", count: 100)
    #expect(refusal(#"{"ask": "\#(text)"}"#) == "Unknown request \"\(text.prefix(40))…\".")
    #expect(BadRequest.quote("a\nb\u{1b}") == "\"a?b?\"")
  }

  @Test
  func eachNameIsARequest() {
    for name in RequestName.allCases {
      #expect(refusal(#"{"ask": "\#(name.rawValue)"}"#)?.contains("Unknown request") != true)
    }
  }
}
#endif
