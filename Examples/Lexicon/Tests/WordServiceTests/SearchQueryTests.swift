import FlyingFox
import Testing

@testable import WordService

struct SearchQueryTests {
  private func query(_ items: KeyValuePairs<String, String>) throws -> SearchQuery {
    try SearchQuery(items: items.map { HTTPRequest.QueryItem(name: $0.key, value: $0.value) })
  }

  @Test func textIsReadInLowerCaseWithoutTheSpacesAroundIt() throws {
    #expect(try query(["query": " Living Room "]) == SearchQuery(text: "living room", limit: 20))
    #expect(try query(["query": "a", "limit": "50"]) == SearchQuery(text: "a", limit: 50))
  }

  @Test(arguments: ["", "  "])
  func textIsNeeded(value: String) {
    let malformed = WordQuery.Malformed(parameter: "query", value: value)
    #expect(throws: malformed) { try query(["query": value]) }
    #expect(throws: WordQuery.Malformed(parameter: "query", value: "")) { try query([:]) }
  }

  @Test func limitOutOfRangeIsNamed() {
    #expect(throws: WordQuery.Malformed(parameter: "limit", value: "0")) {
      try query(["query": "a", "limit": "0"])
    }
  }
}
