import FlyingFox
import Testing

@testable import WordService

struct WordQueryTests {
  private func query(_ items: KeyValuePairs<String, String>) throws -> WordQuery {
    try WordQuery(items: items.map { HTTPRequest.QueryItem(name: $0.key, value: $0.value) })
  }

  @Test func withoutParametersItAsksForTheFirstPageOfAllWords() throws {
    #expect(try query([:]) == WordQuery(prefix: "", text: "", offset: 0, limit: 20))
  }

  @Test func parametersAreReadLettersInLowerCase() throws {
    let read = try query(["prefix": "Ab", "text": "Fruit", "offset": "40", "limit": "5"])
    #expect(read == WordQuery(prefix: "ab", text: "fruit", offset: 40, limit: 5))
  }

  @Test(arguments: [
    ("offset", "-1"), ("offset", "x"), ("offset", ""), ("limit", "0"), ("limit", "101"),
    ("limit", "9999999999999999999999"),
  ])
  func numberThatIsNoneOrOutOfRangeIsNamed(parameter: String, value: String) {
    #expect(throws: WordQuery.Malformed(parameter: parameter, value: value)) {
      try query([parameter: value])
    }
  }
}
