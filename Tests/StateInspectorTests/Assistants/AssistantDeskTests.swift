#if Inspector
import FlyingSocks
import Foundation
import StateJSON
import StateJournal
import Testing
import ViewFeature

@testable import StateInspector

/// A client of the Model Context Protocol over a real socket.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct AssistantDeskTests {
  let journal = Journal()
  let store = Store(initialState: Shop(), feature: ShopFeature())

  init() {
    journal.record(store)
    store.send(.signIn(password: secret))
    store.send(.fill(3))
    store.send(.add(1))
    store.send(.rename("a/b"))
    store.send(.wait)
    store.state.token = "\(secret)-3"
    store.state.vault.note = "\(secret)-4"
  }

  private func start(
    allowsControl: Bool = false,
    _ limits: ServerLimits = ServerLimits()
  ) async throws -> (Inspector, InspectorClient) {
    let inspector = try await Inspector.serve(journal, allowsControl: allowsControl, limits)
    return (inspector, InspectorClient(inspector))
  }

  private func json(_ answer: InspectorClient.Answer) throws -> JSONValue {
    try JSONReader.value(in: answer.body[...])
  }

  /// Sends a message of the version with a handshake, and returns the result.
  private func result(
    _ client: InspectorClient,
    _ method: String,
    _ parameters: JSONValue = [:]
  ) async throws -> JSONValue {
    let message: JSONValue = [
      "jsonrpc": "2.0", "id": 5, "method": .string(method), "params": parameters,
    ]
    let answer = try await client.post("/mcp", "\(message)")
    #expect(answer.status == 200)
    let json = try json(answer)
    #expect(json["jsonrpc"] == "2.0")
    #expect(json["id"] == 5)
    return try #require(json["result"], "\(json)")
  }

  private func call(
    _ client: InspectorClient,
    _ tool: String,
    _ arguments: JSONValue = [:]
  ) async throws -> JSONValue {
    try await result(client, "tools/call", ["name": .string(tool), "arguments": arguments])
  }

  private func text(_ result: JSONValue) -> String {
    result["content"]?.array?.first?["text"]?.string ?? ""
  }

  // MARK: Versions

  @Test(
    arguments: [
      ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
      ("2024-11-05", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("x", "2025-11-25"),
    ]
  )
  func agreesOnAVersion(wanted: String, agreed: String) async throws {
    let (inspector, client) = try await start()
    let result = try await result(client, "initialize", ["protocolVersion": .string(wanted)])
    #expect(result["protocolVersion"]?.string == agreed)
    #expect(result["capabilities"] == ["tools": [:]])
    #expect(result["serverInfo"]?["name"] == "StateInspector")
    let note = try await client.post(
      "/mcp",
      #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#
    )
    #expect(note.status == 202)
    #expect(note.body.isEmpty)
    #expect(try await self.result(client, "ping") == [:])
    await inspector.stop()
  }

  private let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  private func modern(
    _ client: InspectorClient,
    _ method: String,
    _ parameters: [String: JSONValue] = [:],
    headers: [String: String] = [:]
  ) async throws -> (status: Int, json: JSONValue) {
    let parameters = parameters.merging(["_meta": meta]) { old, _ in old }
    let message: JSONValue = [
      "jsonrpc": "2.0", "id": 6, "method": .string(method), "params": .object(parameters),
    ]
    var all = ["MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method]
    all["Mcp-Name"] = parameters["name"]?.string
    let answer = try await client.request(
      "/mcp",
      method: "POST",
      headers: all.merging(headers) { $1 },
      body: "\(message)"
    )
    return (answer.status, try json(answer))
  }

  @Test
  func answersWithoutAHandshake() async throws {
    let (inspector, client) = try await start()
    let found = try await modern(client, "server/discover")
    #expect(found.status == 200)
    let versions = found.json["result"]?["supportedVersions"]?.array
    #expect(versions?.last == "2026-07-28")
    #expect(found.json["result"]?["resultType"] == "complete")
    let info = found.json["result"]?["_meta"]?["io.modelcontextprotocol/serverInfo"]
    #expect(info?["name"] == "StateInspector")
    let tools = try await modern(client, "tools/list")
    #expect(tools.json["result"]?["ttlMs"] == 0)
    #expect(tools.json["result"]?["tools"]?.array?.isEmpty == false)
    let call = try await modern(client, "tools/call", ["name": "list_stores"])
    #expect(call.status == 200)
    #expect(call.json["result"]?["resultType"] == "complete")
    await inspector.stop()
  }

  @Test
  func refusesMessagesThatDifferFromTheirHeaders() async throws {
    let (inspector, client) = try await start()
    let tool: [String: JSONValue] = ["name": "list_stores"]
    for headers in [["Mcp-Method": "ping"], ["Mcp-Name": "status"], ["Mcp-Name": ""]] {
      let answer = try await modern(client, "tools/call", tool, headers: headers)
      #expect(answer.status == 400)
      #expect(answer.json["error"]?["code"] == -32020)
      #expect(answer.json["id"] == 6)
    }
    let older = try await modern(client, "ping", ["_meta": [:]])
    #expect(older.status == 400)
    #expect(older.json["error"]?["code"] == -32602)
    let unknown = try await modern(client, "ping", headers: ["MCP-Protocol-Version": "2099-01-01"])
    #expect(unknown.status == 400)
    #expect(unknown.json["error"]?["code"] == -32022)
    #expect(unknown.json["error"]?["data"]?["requested"] == "2099-01-01")
    #expect(unknown.json["error"]?["data"]?["supported"]?.array?.count == 4)
    let method = try await modern(client, "prompts/list")
    #expect(method.status == 404)
    #expect(method.json["error"]?["code"] == -32601)
    await inspector.stop()
  }

  // MARK: Tools

  @Test(arguments: [true, false])
  func listsTheToolsThatAreAllowed(allowsControl: Bool) async throws {
    let (inspector, client) = try await start(allowsControl: allowsControl)
    let tools = try await result(client, "tools/list")["tools"]?.array ?? []
    let names = tools.compactMap { $0["name"]?.string }
    #expect(names.contains("why"))
    #expect(names.contains("send_action") == allowsControl)
    for tool in tools where tool["annotations"]?["readOnlyHint"] == true {
      #expect(tool["annotations"]?["destructiveHint"] == false)
    }
    await inspector.stop()
  }

  @Test
  func answersAsTheSchemaSays() async throws {
    let (inspector, client) = try await start()
    let id = JSONValue.int(Int64(store.id.number))
    let entry = JSONValue.int(Int64(journal.entries.first?.number ?? 0))
    let calls: [(String, JSONValue)] = [
      ("list_stores", [:]), ("status", [:]), ("list_work", [:]), ("profile", [:]),
      ("list_queries", ["limit": 5]), ("list_outboxes", ["limit": 5]),
      ("list_histories", [:]), ("status", .null),
      ("list_stores", ["after": 0, "limit": 1]),
      ("compare", ["store": id, "from": entry, "limit": 1]),
      ("list_work", ["limit": 1]), ("profile", ["limit": 1]), ("list_histories", ["limit": 1]),
      ("list_entries", ["fromEnd": true, "limit": 1000]), ("list_entries", ["store": .array([id])]),
      ("read_state", ["store": id]), ("read_state", ["store": id, "path": "/words/0"]),
      ("read_entry", ["number": entry]), ("compare", ["store": id, "from": entry]),
      ("why", ["store": id, "path": "/count"]),
      ("export_test", ["name": "fails", "module": "Shop"]),
      ("export_test", ["name": "fails", "module": "Shop", "upTo": entry]),
    ]
    let schema = try SchemaCheck()
    for (name, arguments) in calls {
      let tool = try #require(AssistantTool.all.first { $0.name == name })
      let result = try await call(client, name, arguments)
      #expect(result["isError"] == nil, "\(name): \(text(result))")
      let content = try #require(result["structuredContent"])
      #expect(schema.problems(answer: content, to: tool.request.rawValue) == [])
      #expect(try JSONReader.value(in: Array(text(result).utf8)[...]) == content)
    }
    #expect(!client.traffic.all.contains(Array(secret.utf8)))
    await inspector.stop()
  }

  @Test
  func explainsWrongArguments() async throws {
    let (inspector, client) = try await start()
    let wrong: [(String, JSONValue, String)] = [
      ("read_state", [:], "\"store\" is missing."),
      ("read_state", ["store": 1, "other": 1], "\"other\" is unknown."),
      ("read_state", ["store": 1_000_000], "Store 1000000 doesn't exist."),
      ("list_entries", ["limit": 0], "\"limit\" must be between 1 and 1000."),
      ("list_entries", 3, "The request must be an object."),
      ("why", ["entry": 1, "store": 1], "\"entry\" and \"store\" can't be combined."),
      ("export_test", ["name": "a b", "module": "Shop"], "isn't a Swift name"),
      ("export_test", ["name": "a", "module": "Shop", "store": 1_000_000], "doesn't exist"),
      ("export_test", ["name": "a", "module": "Shop", "upTo": 100_000_000], "doesn't exist"),
      ("send_action", ["entry": 1], "without allowsControl"),
    ]
    for (name, arguments, reason) in wrong {
      let result = try await call(client, name, arguments)
      #expect(result["isError"] == true)
      #expect(text(result).contains(reason), "\(name): \(text(result))")
    }
    let answer = try await client.post(
      "/mcp",
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "nothing"}}"#
    )
    #expect(answer.status == 200)
    #expect(try json(answer)["error"]?["code"] == -32602)
    await inspector.stop()
  }

  @Test
  func changesTheAppIfAllowed() async throws {
    let (inspector, client) = try await start(allowsControl: true)
    let id = JSONValue.int(Int64(store.id.number))
    let count = store.state.count
    let sent = try await call(client, "send_action", ["store": id, "action": ["add": ["_0": 4]]])
    #expect(sent["isError"] == nil, "\(text(sent))")
    #expect(store.state.count == count + 4)
    let edited = try await call(
      client,
      "edit_field",
      ["store": id, "path": "/title", "value": "new"]
    )
    #expect(edited["isError"] == nil, "\(text(edited))")
    #expect(store.state.title == "new")
    let why = try await call(client, "why", ["store": id, "path": "/title"])
    #expect(text(why).contains(#""by":"inspector""#))
    let first = try #require(journal.entries.first?.number)
    _ = try await call(client, "travel", ["to": .int(Int64(first + 1))])
    #expect(store.state.title != "new")
    _ = try await call(client, "resume")
    #expect(store.state.title == "new")
    await inspector.stop()
  }

  @Test
  func refusesAnswersThatAreTooLarge() async throws {
    var limits = ServerLimits()
    limits.assistantBytes = 200
    let (inspector, client) = try await start(limits)
    let ways = ["list_entries": "\"limit\"", "list_stores": "\"limit\"", "read_state": "\"path\""]
    for (name, way) in ways {
      let store = JSONValue.int(Int64(store.id.number))
      let result = try await call(client, name, name == "read_state" ? ["store": store] : [:])
      #expect(result["isError"] == true)
      #expect(text(result).contains("at most 200 are sent"))
      #expect(text(result).contains(way))
      #expect(result["structuredContent"] == nil)
    }
    await inspector.stop()
  }

  /// All that is sent counts, not only one copy of the answer.
  @Test
  func anAnswerHasAtMostItsBytes() async throws {
    var limits = ServerLimits()
    limits.assistantBytes = 4_000
    let (inspector, client) = try await start(limits)
    var counts = (sent: 0, refused: 0)
    for limit in 1...12 {
      let message: JSONValue = [
        "jsonrpc": "2.0", "id": 5, "method": "tools/call",
        "params": ["name": "list_entries", "arguments": ["limit": .int(Int64(limit))]],
      ]
      let answer = try await client.post("/mcp", "\(message)")
      #expect(answer.body.count <= limits.assistantBytes)
      let isError = try json(answer)["result"]?["isError"] == true
      if isError { counts.refused += 1 } else { counts.sent += 1 }
    }
    #expect(counts.sent > 0 && counts.refused > 0)
    await inspector.stop()
  }

  @Test
  func aChangeWithALargeAnswerIsNoError() async throws {
    var limits = ServerLimits()
    limits.assistantBytes = 40
    let (inspector, client) = try await start(allowsControl: true, limits)
    let id = JSONValue.int(Int64(store.id.number))
    let edit: JSONValue = ["store": id, "path": "/title", "value": "new"]
    let result = try await call(client, "edit_field", edit)
    #expect(result["isError"] == nil)
    #expect(text(result).hasPrefix("The app has changed."))
    #expect(store.state.title == "new")
    await inspector.stop()
  }

  @Test
  func storesAreListedInParts() async throws {
    let others = (0..<5).map { _ in Store(initialState: Shop(), feature: ShopFeature()) }
    for store in others { journal.record(store) }
    let (inspector, client) = try await start()
    var found: [Int] = []
    for _ in 0..<10 {
      let after = JSONValue.int(Int64(found.last ?? 0))
      let result = try await call(client, "list_stores", ["after": after, "limit": 2])
      let list = result["structuredContent"]?["stores"]?.array ?? []
      if list.isEmpty { break }
      #expect(list.count <= 2)
      found += list.compactMap { $0["id"]?.int }
    }
    #expect(found == [store.id.number] + others.map(\.id.number))
    await inspector.stop()
  }

  @Test
  func aNotificationThatIsWrongIsABadRequest() async throws {
    let (inspector, client) = try await start()
    for parameters in ["[]", "null", "3"] {
      let note =
        #"{"jsonrpc": "2.0", "method": "notifications/initialized", "params": \#(parameters)}"#
      #expect(try await client.post("/mcp", note).status == 400)
    }
    let page = #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "a"}}"#
    let answer = try await client.post("/mcp", page)
    #expect(try json(answer)["error"]?["code"] == -32602)
    await inspector.stop()
  }

  /// If the journal has removed the entry meanwhile, the file doesn't belong to the test.
  @Test
  func theFileOfATestHasItsEntry() async throws {
    let journal = Journal(capacity: 40_000)
    journal.record(store)
    store.send(.add(1))
    let entry = try #require(journal.entries.last).number
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    let arguments: JSONValue = [
      "name": "countIsWrong", "module": "Shop", "upTo": .int(Int64(entry)),
    ]
    let result = try await call(client, "export_test", arguments)
    let path = try #require(result["structuredContent"]?["path"]?.string)
    #expect(try await client.request(path).status == 200)
    for number in 0..<500 { store.send(.add(number)) }
    let answer = try await client.request(path)
    #expect(answer.status == 404)
    #expect(answer.text.contains("The journal has removed entry \(entry)."))
    #expect(try await client.request("/api/session").status == 200)
    #expect(try text(await call(client, "export_test", arguments)).contains("has removed entry"))
    await inspector.stop()
  }

  @Test
  func theExportedTestAndItsFileBelongTogether() async throws {
    let (inspector, client) = try await start()
    let entry = try #require(journal.entries.last?.number)
    let result = try await call(
      client,
      "export_test",
      ["name": "titleIsWrong", "module": "Shop", "upTo": .int(Int64(entry))]
    )
    let answer = result["structuredContent"]
    let source = try #require(answer?["source"]?.string)
    #expect(source.contains("@Test func titleIsWrong()"))
    #expect(source.contains("upTo: \(entry)"))
    let file = try #require(answer?["file"]?.string)
    #expect(source.contains("\"\(file)\""))
    let path = try #require(answer?["path"]?.string)
    let session = try await client.request(path)
    #expect(session.status == 200)
    #expect(try StateSession(Data(session.body)).entry(number: entry) != nil)
    #expect(!client.traffic.all.contains(Array(secret.utf8)))
    #expect(try await client.request(path, method: "POST").status == 405)
    #expect(try await client.request(path + "&a=1").status == 400)
    #expect(try await client.request("/api/session?a=1").status == 400)
    #expect(try await client.request(path, headers: ["Authorization": ""]).status == 401)
    await inspector.stop()
  }

  // MARK: Refusals

  @Test
  func refusesOtherMethodsAndStrangers() async throws {
    let (inspector, client) = try await start(allowsControl: true)
    let ping = #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#
    for method in ["GET", "DELETE", "PUT"] {
      let answer = try await client.request("/mcp", method: method)
      #expect(answer.status == 405)
      #expect(answer.headers["allow"] == "POST")
    }
    #expect(try await client.request("/api/status", method: "PUT").headers["allow"] == "GET")
    for headers in [["Authorization": ""], ["Authorization": "Bearer x"]] {
      let answer = try await client.request("/mcp", method: "POST", headers: headers, body: ping)
      #expect(answer.status == 401)
      #expect(answer.headers["www-authenticate"] == "Bearer")
    }
    let foreign = [
      ["Host": "evil.example"], ["Origin": "http://evil.example"], ["Origin": "null"],
    ]
    for headers in foreign {
      let answer = try await client.request("/mcp", method: "POST", headers: headers, body: ping)
      #expect(answer.status == 403)
    }
    for body in ["", "{", "nonsense", #"{"jsonrpc": "2.0", "id": 1, "method": "ping"} x"#] {
      let answer = try await client.post("/mcp", body)
      #expect(answer.status == 400)
      #expect(try json(answer)["error"]?["code"] == -32700)
      #expect(try json(answer)["id"] == .null)
    }
    let deep = String(repeating: "[", count: 10_000)
    #expect(try await client.post("/mcp", deep).status == 400)
    #expect(try await client.post("/mcp/x", ping).status == 404)
    #expect(!client.traffic.all.contains(Array(secret.utf8)))
    await inspector.stop()
  }
}
#endif
