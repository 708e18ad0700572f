import StateFields
import Testing

@testable import StateJournal

@Suite(.timeLimit(.minutes(20))) struct FlightCodingTests {
  fileprivate enum Keyed: Codable, Equatable {
    case plain
    case value(Int)
  }
  private enum Text: String, Codable {
    case first
    case second = "other"
  }
  private enum Uncoded { case plain }
  private struct Value: Codable { var number = 1 }

  private func coding(_ action: some Any) -> FlightName.Coding {
    FlightCoding.coding(of: action, type(of: action))
  }

  @Test func theNameOfACaseWithoutValuesIsItsEncoding() throws {
    #expect(coding(Keyed.plain) == .keyed)
    #expect(coding(Text.first) == .text)
    let keyed = FlightName(kind: .action, text: "plain", coding: .keyed)
    let json = try #require(FlightCoding.json(keyed))
    #expect(try JSONCoding.value(Keyed.self, json) == .plain)
    #expect(json == JSONCoding.json(of: Keyed.plain))
    let text = FlightName(kind: .action, text: "first", coding: .text)
    #expect(FlightCoding.json(text) == JSONCoding.json(of: Text.first))
  }

  @Test func otherActionsHaveNone() {
    #expect(coding(Keyed.value(1)) == .none)
    // Its text isn't its name.
    #expect(coding(Text.second) == .none)
    #expect(coding(Uncoded.plain) == .none)
    #expect(coding(Value()) == .none)
    #expect(FlightCoding.json(FlightName(kind: .action, text: "a")) == nil)
  }
}
