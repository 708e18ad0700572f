import Foundation
import StateJSON
import Testing

@testable import StateJournal

@Suite(.timeLimit(.minutes(20)))
struct ActionCaseTests {
  private struct Page: Codable, Equatable {
    var words: [String]
    var total: Int
    var next: URL?
    var isLast: Bool
  }

  private enum Order: String, Codable {
    case name
    case date
  }

  private enum Level: Int, Codable {
    case low = 1
    case high = 3
  }

  private struct Name: Codable {
    struct IsEmpty: Error {}

    init(from decoder: any Decoder) throws {
      if try decoder.singleValueContainer().decode(String.self).isEmpty { throw IsEmpty() }
    }
  }

  private indirect enum Action: Codable {
    case retry
    case queryChanged(String)
    case found(Page, for: String)
    case sort(by: Order, Level?)
    case rename(to: Name, at: Int)
    case child(Action)
    case load(UUID, since: Date, limits: [String: Double])
  }

  private enum Only: Codable {
    case one
  }

  private enum Words: String, Codable {
    case first
  }

  private struct Command: Codable {
    var text: String
  }

  private static let cases = ActionCase.all(of: Action.self)

  @Test func listsTheCasesInTheirOrder() {
    #expect(
      Self.cases.map(\.name)
        == ["retry", "queryChanged", "found", "sort", "rename", "child", "load"]
    )
    #expect(ActionCase.all(of: Only.self).map(\.json) == [["one": [:]]])
  }

  @Test func namesTheTypesOfTheValues() {
    let types = Self.cases.map { $0.parts.map { "\($0.name): \($0.type ?? "?")" } }
    #expect(types[0] == [])
    #expect(types[1] == ["_0: String"])
    #expect(types[2] == ["_0: ActionCaseTests.Page", "for: String"])
    #expect(types[3] == ["by: ActionCaseTests.Order", "_1: ActionCaseTests.Level?"])
    #expect(types[6] == ["_0: UUID", "since: Date", "limits: Dictionary<String, Double>"])
  }

  @Test func listsTheRawValuesOfAnEnumeration() {
    #expect(Self.cases[3].parts.map(\.choices) == [["name", "date"], [1, 3]])
    #expect(Self.cases[1].parts.map(\.choices) == [[]])
  }

  @Test func theExampleCanBeDecoded() throws {
    let page: JSONValue = ["words": .array([]), "total": 0, "next": .null, "isLast": false]
    #expect(Self.cases[2].json == ["found": ["_0": page, "for": ""]])
    #expect(Self.cases[5].json == ["child": ["_0": ["retry": [:]]]])
    for one in Self.cases where one.name != "rename" {
      let action = try JSONCoding.value(Action.self, one.json)
      #expect("\(action)".hasPrefix(one.name))
    }
  }

  @Test func theValuesAfterOneWithoutAnExampleAreNull() {
    // An empty text is what the type has asked for.
    #expect(Self.cases[4].json == ["rename": ["to": "", "at": .null]])
    #expect(Self.cases[4].parts.map(\.type) == ["ActionCaseTests.Name", nil])
  }

  @Test func otherTypesHaveNoCases() {
    #expect(ActionCase.all(of: Command.self) == [])
    #expect(ActionCase.all(of: Words.self) == [])
    #expect(ActionCase.all(of: [String].self) == [])
  }

  @Test func aTypeThatContainsItselfEnds() {
    indirect enum Tree: Codable {
      case node(Tree)
      case leaf
    }
    let cases = ActionCase.all(of: Tree.self)
    #expect(cases.map(\.name) == ["node", "leaf"])
    #expect(cases[1].json == ["leaf": [:]])
  }
}
