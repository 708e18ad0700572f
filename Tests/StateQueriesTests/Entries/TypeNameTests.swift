import Testing

@testable import StateQueries

struct TypeNameTests {
  private struct Track: QueryEntity, Hashable {
    let id: Int
  }

  /// The text of a private type contains an address, which isn't the same in each run.
  @Test func aPrivateTypeHasTheSameNameInEachRun() {
    #expect(String(reflecting: Track.self).contains("unknown context"))
    #expect(TypeName.stable(of: Track.self) == "StateQueriesTests.TypeNameTests.Track")
    #expect("\(EntityID(Track.self, 1).tag)".contains("unknown context") == false)
  }
}
