import Testing

@testable import StateFields

@Suite struct CaseNameTests {
  private enum Action {
    case plain
    case value(Int)
    case labelled(name: String)
  }

  private enum Described: CustomStringConvertible {
    case secret

    var description: String { "1234" }
  }

  @Test func aCaseIsNamedWithoutItsValues() {
    #expect(CaseName.of(Action.plain) == "plain")
    #expect(CaseName.of(Action.value(1)) == "value")
    #expect(CaseName.of(Action.labelled(name: "a")) == "labelled")
  }

  @Test func anotherValueIsNamedByItsType() {
    #expect(CaseName.of(1) == "Int")
    #expect(CaseName.of(Described.secret) == "CaseNameTests.Described")
  }
}
