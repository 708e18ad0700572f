#if Inspector
import StateJSON
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct AssistantToolTests {
  @Test
  func namesAreUniqueAndEachRequestHasATool() {
    let names = AssistantTool.all.map(\.name)
    #expect(Set(names).count == names.count)
    // The page plays changes back; an assistant steps.
    let others: Set<RequestName> = [.play, .pause]
    #expect(
      Set(AssistantTool.all.map(\.request)) == Set(RequestName.allCases).subtracting(others)
    )
  }

  /// The requests take the arguments that the tools describe, and no others.
  @Test(arguments: AssistantTool.all.map(\.name))
  func argumentsAreThoseOfTheRequest(name: String) throws {
    let tool = try #require(AssistantTool.all.first { $0.name == name })
    let required = tool.arguments.filter(\.isRequired)
    for argument in tool.arguments {
      var values = Dictionary(uniqueKeysWithValues: required.map { ($0.name, sample($0)) })
      values[argument.name] = sample(argument)
      #expect(reason(tool, values)?.contains("is unknown") != true, "\(argument.name)")
      if argument.isRequired {
        values[argument.name] = nil
        #expect(reason(tool, values) == "\"\(argument.name)\" is missing.")
      }
    }
    let values = Dictionary(uniqueKeysWithValues: required.map { ($0.name, sample($0)) })
    #expect(reason(tool, values.merging(["other": 1]) { $1 }) != nil)
  }

  @Test
  func hintsNameArgumentsOfTheTool() {
    for tool in AssistantTool.all {
      let parts = tool.hint.split(separator: "\"", omittingEmptySubsequences: false)
      let named = parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
      #expect(Set(named).isSubset(of: tool.arguments.map(\.name)), "\(tool.name)")
    }
    for name in ["list_stores", "list_entries", "compare", "list_work", "profile"] {
      #expect(AssistantTool.named(.string(name))?.hint.contains("\"limit\"") == true, "\(name)")
    }
  }

  /// `Documentation/inspector.schema.json` lists the tools.
  @Test
  func toolsAreThoseOfTheSchema() throws {
    #expect(try SchemaCheck().tools == .array(AssistantTool.all.map(\.json)))
  }

  private func reason(_ tool: AssistantTool, _ values: [String: JSONValue]) -> String? {
    do throws(BadRequest) {
      var arguments = try RequestArguments(.object(values))
      _ = try tool.request.read(&arguments)
      return nil
    } catch {
      return error.reason
    }
  }

  /// A value that the schema of an argument allows.
  private func sample(_ argument: AssistantTool.Argument) -> JSONValue {
    if let choice = argument.schema["enum"]?.array?.first { return choice }
    switch argument.schema["type"] {
    case "integer": return 1
    case "boolean": return true
    case "array":
      let item = argument.schema["items"]
      return .array([item?["enum"]?.array?.first ?? 1])
    case "string": return argument.name == "path" ? "/a" : "a"
    default: return 1
    }
  }
}
#endif
