import Testing

@testable import StatePersistence

@Suite struct SavedPayloadTests {
  private struct First: Codable { var name: String }
  private struct Second: Codable { var title: String }

  private let migrations = [
    Migration(from: 1) { $0.rename("name", to: "title") }, Migration(from: 2) { _ in },
  ]

  private func decode(
    version: Int,
    sent: Int?
  ) throws(SavedStateError) -> (value: Second, isChanged: Bool) {
    let payload = try SavedPayload(First(name: "a"), version: 1)
    return try payload.decode(
      Second.self,
      version: version,
      Array(migrations.prefix(version - 1)),
      name: "Note",
      sent: sent
    )
  }

  @Test func aValueIsMigrated() throws {
    let decoded = try decode(version: 2, sent: nil)
    #expect(decoded.value.title == "a" && !decoded.isChanged)
  }

  @Test func aSentValueThatMigrationsChangeIsAnother() throws {
    #expect(try decode(version: 2, sent: 1).isChanged)
    #expect(try !decode(version: 2, sent: 2).isChanged)
    // The second migration changes nothing.
    #expect(try !decode(version: 3, sent: 2).isChanged)
  }

  @Test func aValueThatANewerVersionHasSentIsAnother() throws {
    let payload = try SavedPayload(First(name: "a"), version: 1)
    let decoded = try payload.decode(First.self, version: 1, [], name: "Note", sent: 2)
    #expect(decoded.value.name == "a" && decoded.isChanged)
    #expect(try !payload.decode(First.self, version: 1, [], name: "Note", sent: 1).isChanged)
  }
}
