#if Inspector
import Foundation
import StateJSON

/// A check of JSON against the subset of JSON Schema that `Documentation/inspector.schema.json` uses.
struct SchemaCheck {
  private let schema: JSONValue

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Documentation/inspector.schema.json")
    schema = try JSONReader.value(in: Array(Data(contentsOf: file))[...], deepest: 64)
  }

  /// The tools of assistants.
  var tools: JSONValue { schema["tools"] ?? .null }

  /// Returns the problems in the answer to a request.
  func problems(answer json: JSONValue, to name: String) -> [String] {
    guard let schema = schema["answers"]?[name] else { return ["the answer to \(name) is missing"] }
    return problems(json, schema, name)
  }

  /// Returns the problems in the answer to a failed request.
  func problems(error json: JSONValue) -> [String] {
    problems(json, ["$ref": "#/$defs/error"], "error")
  }

  /// Returns the problems in a message of the socket.
  func problems(message json: JSONValue) -> [String] {
    let type = json["type"]?.string ?? ""
    guard let schema = schema["messages"]?[type] else { return ["the message \(type) is missing"] }
    return problems(json, schema, type)
  }

  private func problems(_ json: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    if let reference = schema["$ref"]?.string {
      let name = reference.replacing("#/$defs/", with: "")
      guard let target = self.schema["$defs"]?[name] else { return ["\(reference) is not there"] }
      return problems(json, target, path)
    }
    if let value = schema["const"] { return json == value ? [] : ["\(path) is not \(value)"] }
    if let values = schema["enum"]?.array {
      return values.contains(json) ? [] : ["\(path) is \(json)"]
    }
    switch schema["type"]?.string {
    case "string": return json.string == nil ? ["\(path) isn't a string"] : []
    case "integer": return json.int == nil ? ["\(path) isn't an integer"] : []
    case "number": return json.double == nil ? ["\(path) isn't a number"] : []
    case "boolean":
      return [.bool(true), .bool(false)].contains(json) ? [] : ["\(path) isn't a Boolean"]
    case "array":
      guard let values = json.array, let items = schema["items"] else {
        return ["\(path) isn't an array"]
      }
      return values.enumerated().flatMap { problems($1, items, "\(path)[\($0)]") }
    case "object": return problems(object: json, schema, path)
    case let type?: return ["\(type) is unknown"]
    case nil: return []
    }
  }

  private func problems(object json: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    guard case .object(let values) = json, case .object(let properties)? = schema["properties"]
    else { return ["\(path) isn't an object"] }
    let missing = (schema["required"]?.array ?? []).compactMap(\.string)
      .filter { values[$0] == nil }.map { "\(path).\($0) is missing" }
    return missing
      + values.flatMap { name, value in
        properties[name].map { problems(value, $0, "\(path).\(name)") }
          ?? ["\(path).\(name) is not in the schema"]
      }
  }
}
#endif
