#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJSON

/// A request of the inspector as a tool of an assistant.
struct AssistantTool: Sendable {
  /// An argument of a tool, as JSON Schema.
  struct Argument: Sendable {
    let name: String
    let schema: JSONValue
    var isRequired = false
  }

  let name: String
  let request: RequestName
  let description: String
  var arguments: [Argument] = []
  /// Whether the tool is of use only to change the app, although it changes nothing itself.
  var needsControl = false

  /// Whether the tool changes the app.
  var isControl: Bool { request.handler.isControl }

  /// The sentence for a caller whose answer is too large.
  var hint: String {
    let names = arguments.map(\.name)
    let ways = [
      names.contains("limit") ? "a smaller \"limit\"" : nil,
      names.contains("path") && !isControl ? "a longer \"path\"" : nil,
    ].compactMap(\.self)
    if !ways.isEmpty { return "Ask for less, with \(ways.joined(separator: " or "))." }
    return names.contains("upTo")
      ? "Without \"upTo\", it has no state." : "This tool has no smaller answer."
  }

  /// The description of the tool for a client.
  var json: JSONValue {
    let required = arguments.filter(\.isRequired).map { JSONValue.string($0.name) }
    var schema: [String: JSONValue] = [
      "type": "object",
      "properties": .object(Dictionary(arguments.map { ($0.name, $0.schema) }) { $1 }),
      "additionalProperties": false,
    ]
    if !required.isEmpty { schema["required"] = .array(required) }
    return [
      "name": .string(name),
      "description": .string(description),
      "inputSchema": .object(schema),
      "annotations": [
        "readOnlyHint": .bool(!isControl), "destructiveHint": .bool(isControl),
        "openWorldHint": false,
      ],
    ]
  }
}

extension AssistantTool.Argument {
  static func text(_ name: String, _ description: String, isRequired: Bool = false) -> Self {
    Self(
      name: name,
      schema: ["type": "string", "description": .string(description)],
      isRequired: isRequired
    )
  }

  static func number(_ name: String, _ description: String, isRequired: Bool = false) -> Self {
    Self(
      name: name,
      schema: ["type": "integer", "minimum": 0, "description": .string(description)],
      isRequired: isRequired
    )
  }

  static func mark(_ name: String, _ description: String) -> Self {
    Self(name: name, schema: ["type": "boolean", "description": .string(description)])
  }

  /// An argument that is any JSON.
  static func json(_ name: String, _ description: String, isRequired: Bool = false) -> Self {
    Self(name: name, schema: ["description": .string(description)], isRequired: isRequired)
  }

  static func choice(
    _ name: String,
    _ description: String,
    of choices: [String],
    isRequired: Bool = false
  ) -> Self {
    Self(
      name: name,
      schema: [
        "type": "string", "enum": .array(choices.map { .string($0) }),
        "description": .string(description),
      ],
      isRequired: isRequired
    )
  }

  static func list(_ name: String, _ description: String, of item: JSONValue) -> Self {
    Self(
      name: name,
      schema: [
        "type": "array", "items": item, "maxItems": 100, "description": .string(description),
      ]
    )
  }
}
#endif
