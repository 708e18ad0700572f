import Testing

@testable import StateQueries

@Suite struct QueryTagTests {
  @Test func tagsAreEqualByNameAndID() {
    #expect(QueryTag("order", id: 1) == QueryTag("order", id: 1))
    #expect(QueryTag("order", id: 1) != QueryTag("order", id: 2))
    #expect(QueryTag("order", id: 1) != QueryTag("invoice", id: 1))
    #expect(QueryTag("order", id: 1) != QueryTag("order"))
    #expect(Set([QueryTag("order", id: "a"), QueryTag("order", id: "a")]).count == 1)
  }

  @Test func onlyATagWithoutAnIDMatchesOthers() {
    #expect(QueryTag("order").matches(QueryTag("order", id: 1)))
    #expect(QueryTag("order").matches(QueryTag("order")))
    #expect(!QueryTag("order", id: 1).matches(QueryTag("order")))
    #expect(!QueryTag("order").matches(QueryTag("orders")))
  }
}
