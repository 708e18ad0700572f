#if Inspector
import StateJSON
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct AssistantMessageTests {
  private func read(_ text: String) throws -> AssistantMessage {
    try AssistantMessage(MessageReader.json(Array(text.utf8)))
  }

  @Test
  func readsRequestsAndNotifications() throws {
    let request = try read(#"{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"a": 1}}"#)
    #expect(request.id == 7)
    #expect(request.method == "ping")
    #expect(request.parameters == ["a": 1])
    #expect(try read(#"{"jsonrpc": "2.0", "id": "x", "method": "ping"}"#).id == "x")
    #expect(try read(#"{"jsonrpc": "2.0", "id": 1.0, "method": "ping"}"#).id == .double(1))
    let large = #"{"jsonrpc": "2.0", "id": 18446744073709551615, "method": "ping"}"#
    #expect(try read(large).id == .uint(.max))
    let notification = try read(#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#)
    #expect(notification.id == nil)
    #expect(notification.parameters.isEmpty)
  }

  @Test(
    arguments: [
      ("[]", -32600, nil), ("3", -32600, nil),
      (#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#, -32600, nil),
      (#"{"id": 1, "method": "ping"}"#, -32600, 1),
      (#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, -32600, 1),
      (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, -32600, nil),
      (#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#, -32600, nil),
      (#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, -32600, nil),
      (#"{"jsonrpc": "2.0", "id": 1}"#, -32600, 1),
      (#"{"jsonrpc": "2.0", "id": 1, "method": 2}"#, -32600, 1),
      (#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#, -32602, 1),
    ] as [(String, Int64, JSONValue?)]
  )
  func namesTheError(text: String, code: Int64, id: JSONValue?) throws {
    let error = try #require(throws: AssistantError.self) { try read(text) }
    #expect(error.code.rawValue == code)
    #expect(error.id == id)
    #expect(error.json["jsonrpc"] == "2.0")
    #expect(error.json["id"] == id ?? .null)
    #expect(error.json["error"]?["message"]?.string?.isEmpty == false)
  }
}
#endif
