#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJSON

/// A JSON-RPC message from an assistant, with the parts of it that the Model Context Protocol uses.
struct AssistantMessage: Equatable {
  /// The sender's identifier, a number or a text; `nil` for a notification, which has no answer.
  let id: JSONValue?
  let method: String
  let parameters: [String: JSONValue]

  init(_ json: JSONValue) throws(AssistantError) {
    guard case .object(let message) = json else {
      throw AssistantError(.invalidRequest, "The body must be one JSON-RPC message.")
    }
    id = message["id"]
    switch id {
    case nil, .string, .int, .uint: break
    case .double(let number) where number.rounded() == number: break
    default: throw AssistantError(.invalidRequest, "\"id\" must be an integer or a string.")
    }
    guard message["jsonrpc"] == "2.0" else {
      throw AssistantError(.invalidRequest, "\"jsonrpc\" must be \"2.0\".", id)
    }
    guard let method = message["method"]?.string else {
      throw AssistantError(.invalidRequest, "\"method\" is missing.", id)
    }
    self.method = method
    switch message["params"] {
    case nil: parameters = [:]
    case .object(let parameters): self.parameters = parameters
    default: throw AssistantError(.invalidParameters, "\"params\" must be an object.", id)
    }
  }
}

/// The reason why a message has no result.
struct AssistantError: Error, Equatable {
  /// The codes of JSON-RPC, and those of the Model Context Protocol.
  enum Code: Int64, Sendable {
    case invalidJSON = -32700
    case invalidRequest = -32600
    case unknownMethod = -32601
    case invalidParameters = -32602
    case differentHeader = -32020
    case unknownVersion = -32022
  }

  let code: Code
  /// A sentence that describes the error.
  let reason: String
  /// The identifier of the message, if it could be read.
  var id: JSONValue?
  var data: JSONValue?

  init(_ code: Code, _ reason: String, _ id: JSONValue? = nil, data: JSONValue? = nil) {
    self.code = code
    self.reason = reason
    self.id = id
    self.data = data
  }

  var json: JSONValue {
    var error: [String: JSONValue] = ["code": .int(code.rawValue), "message": .string(reason)]
    error["data"] = data
    return ["jsonrpc": "2.0", "id": id ?? .null, "error": .object(error)]
  }
}
#endif
