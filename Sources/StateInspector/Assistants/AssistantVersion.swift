#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJSON

/// A version of the Model Context Protocol.
enum AssistantVersion: String, CaseIterable, Sendable {
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// The first version without a handshake: each request names its version.
  case july2026 = "2026-07-28"

  /// Whether a client agrees on the version in a handshake, with `initialize`.
  var hasHandshake: Bool { self != .july2026 }

  /// The version to offer to a client that asks for an unknown one in a handshake.
  static let latestWithHandshake = november2025

  /// The error for a version that isn't one of these.
  static func unknown(_ text: String, _ id: JSONValue?) -> AssistantError {
    AssistantError(
      .unknownVersion,
      "The protocol version \(BadRequest.quote(text)) is unknown.",
      id,
      data: [
        "supported": .array(allCases.map { .string($0.rawValue) }), "requested": .string(text),
      ]
    )
  }
}

extension ReceivedRequest {
  /// Returns the version of a message, from its header.
  ///
  /// A client that has agreed on a version in a handshake may omit the header.
  func version(of message: AssistantMessage) throws(AssistantError) -> AssistantVersion {
    guard headers["mcp-protocol-version"] != nil else { return .march2025 }
    guard let text = header("mcp-protocol-version") else {
      throw AssistantError(
        .differentHeader,
        "The header MCP-Protocol-Version is given twice.",
        message.id
      )
    }
    guard let version = AssistantVersion(rawValue: text) else {
      throw AssistantVersion.unknown(text, message.id)
    }
    if !version.hasHandshake, message.id != nil { try check(message, version) }
    return version
  }

  /// Checks that the headers repeat what the message says, as versions without a handshake require.
  private func check(
    _ message: AssistantMessage,
    _ version: AssistantVersion
  ) throws(AssistantError) {
    guard let meta = message.parameters["_meta"],
      let named = meta["io.modelcontextprotocol/protocolVersion"]?.string,
      meta["io.modelcontextprotocol/clientCapabilities"] != nil
    else {
      throw AssistantError(
        .invalidParameters,
        "\"_meta\" must contain \"io.modelcontextprotocol/protocolVersion\" "
          + "and \"io.modelcontextprotocol/clientCapabilities\".",
        message.id
      )
    }
    var wanted = ["mcp-protocol-version": named, "mcp-method": message.method]
    if message.method == "tools/call" { wanted["mcp-name"] = message.parameters["name"]?.string }
    for (name, value) in wanted.sorted(by: { $0.key < $1.key }) where header(name) != value {
      throw AssistantError(
        .differentHeader,
        "The header \(name) differs from the message.",
        message.id
      )
    }
  }
}
#endif
