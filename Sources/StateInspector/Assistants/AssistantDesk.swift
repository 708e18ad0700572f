#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJSON

/// A Model Context Protocol server without sessions: each HTTP request contains one message and gets its answer.
///
/// The tools are the requests of the inspector, with the same rules. If the inspector doesn't allow control, the tools
/// that change the app aren't listed.
struct AssistantDesk: Sendable {
  let desk: InspectorDesk
  let limits: ServerLimits

  /// Answers the body of a request, whose token was checked.
  func answer(to request: ReceivedRequest) async -> HTTPAnswer {
    guard request.method == "POST" else { return .requires("POST") }
    do throws(AssistantError) {
      let json: JSONValue
      do throws(BadRequest) {
        json = try MessageReader.json(request.body)
      } catch {
        throw AssistantError(.invalidJSON, error.reason)
      }
      let message = try AssistantMessage(json)
      let version = try request.version(of: message)
      guard let id = message.id else { return .accepted }
      let answer = Self.answer(try await result(of: message, version), to: id)
      let size = answer.body.count
      guard message.method == "tools/call", size > limits.assistantBytes,
        let tool = AssistantTool.named(message.parameters["name"])
      else { return answer }
      return Self.answer(version.complete(tooLarge(size, tool)), to: id)
    } catch {
      return .json(error.json, error.status(for: request))
    }
  }

  private static func answer(_ result: [String: JSONValue], to id: JSONValue) -> HTTPAnswer {
    .json(["jsonrpc": "2.0", "id": id, "result": .object(result)] as JSONValue)
  }

  @MainActor
  private func result(
    of message: AssistantMessage,
    _ version: AssistantVersion
  ) async throws(AssistantError) -> [String: JSONValue] {
    switch message.method {
    case "initialize":
      let wanted = message.parameters["protocolVersion"]?.string ?? ""
      let known = AssistantVersion(rawValue: wanted).flatMap { $0.hasHandshake ? $0 : nil }
      let agreed = known ?? .latestWithHandshake
      return introduction.merging(["protocolVersion": .string(agreed.rawValue)]) { $1 }
    case "server/discover":
      let versions = AssistantVersion.allCases.map { JSONValue.string($0.rawValue) }
      var found = introduction
      found["supportedVersions"] = .array(versions)
      found["_meta"] = found.removeValue(forKey: "serverInfo").map { info in
        ["io.modelcontextprotocol/serverInfo": info]
      }
      return version.complete(found, isList: true)
    case "ping": return version.complete([:])
    case "tools/list":
      if let cursor = message.parameters["cursor"], cursor != .null {
        throw AssistantError(.invalidParameters, "The list has one page.", message.id)
      }
      return version.complete(["tools": .array(tools.map(\.json))], isList: true)
    case "tools/call": return version.complete(try await call(message))
    default:
      throw AssistantError(
        .unknownMethod,
        "Unknown method \(BadRequest.quote(message.method)).",
        message.id
      )
    }
  }

  /// The description of the server.
  private var introduction: [String: JSONValue] {
    [
      "capabilities": ["tools": [:]],
      "serverInfo": ["name": "StateInspector", "version": "1"],
      "instructions": """
      The tools read the journal of a running app: its stores, their states, and every action, \
      effect and change with its cause. To find out why a value is wrong, use list_stores, \
      read_state and then why. A later entry has a greater number.
      """,
    ]
  }

  @MainActor
  private var tools: [AssistantTool] {
    if desk.reader.canControl { return AssistantTool.all }
    return AssistantTool.all.filter { !$0.isControl && !$0.needsControl }
  }

  // MARK: Calls

  @MainActor
  private func call(
    _ message: AssistantMessage
  ) async throws(AssistantError) -> [String: JSONValue] {
    guard let tool = AssistantTool.named(message.parameters["name"]) else {
      throw AssistantError(
        .invalidParameters,
        "Unknown tool \(BadRequest.quote(message.parameters["name"]?.string ?? "")).",
        message.id
      )
    }
    // An assistant can correct the arguments, so an error in them is a result.
    do throws(BadRequest) {
      let given = message.parameters["arguments"]
      var arguments = try RequestArguments(given == .null ? [:] : given ?? [:])
      let request = try tool.request.read(&arguments)
      let answer: InspectorAnswer
      do throws(RequestFailure) {
        answer = try await desk.answer(request)
      } catch {
        return failure(error.reason)
      }
      let bytes = MessageCoding.bytes(of: answer)
      // Both copies of the answer would be larger still.
      if bytes.count > limits.assistantBytes { return tooLarge(bytes.count, tool) }
      return content(bytes)
    } catch {
      return failure(error.reason)
    }
  }

  /// The result instead of an answer with more bytes than allowed; a part of it would look complete.
  private func tooLarge(_ size: Int, _ tool: AssistantTool) -> [String: JSONValue] {
    let size =
      "The answer has at least \(size) bytes, and at most \(limits.assistantBytes) are sent."
    if !tool.isControl { return failure("\(size) \(tool.hint)") }
    return ["content": .array([["type": "text", "text": .string("The app has changed. \(size)")]])]
  }

  private func content(_ bytes: [UInt8]) -> [String: JSONValue] {
    var content: [String: JSONValue] = [
      "content": .array([
        ["type": "text", "text": .string(String(decoding: bytes, as: UTF8.self))]
      ])
    ]
    content["structuredContent"] = try? JSONReader.value(in: bytes[...])
    return content
  }

  private func failure(_ reason: String) -> [String: JSONValue] {
    ["content": .array([["type": "text", "text": .string(reason)]]), "isError": true]
  }
}

extension AssistantVersion {
  /// Adds what a version without a handshake requires of a result.
  fileprivate func complete(
    _ result: [String: JSONValue],
    isList: Bool = false
  ) -> [String: JSONValue] {
    if hasHandshake { return result }
    var result = result
    result["resultType"] = "complete"
    if isList {
      result["ttlMs"] = 0
      result["cacheScope"] = "private"
    }
    return result
  }
}

extension AssistantError {
  /// The status of the response: versions with a handshake only have an own one for messages that can't be read.
  fileprivate func status(for request: ReceivedRequest) -> HTTPStatus {
    switch code {
    case .invalidJSON, .invalidRequest, .differentHeader, .unknownVersion: return .badRequest
    // A notification has no answer, so only the status says that it wasn't accepted.
    case .invalidParameters where id == nil: return .badRequest
    case .unknownMethod, .invalidParameters:
      guard let text = request.header("mcp-protocol-version"),
        let version = AssistantVersion(rawValue: text), !version.hasHandshake
      else { return .ok }
      return code == .unknownMethod ? .notFound : .badRequest
    }
  }
}
#endif
