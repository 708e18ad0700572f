import Foundation
import StateQueries
import Testing

@testable import StateQueriesPersistence

struct TagLogTests {
  private func tags(_ tags: QueryTag...) -> Set<TagLog.Tag> { Set(tags.map { TagLog.Tag($0) }) }

  @Test func aTagReachesTheContentFromBeforeIt() {
    var log = TagLog()
    log.invalidate(tags(QueryTag("note", id: 1)))
    log.invalidate(tags(QueryTag("list")))
    #expect(log.number == 2)
    #expect(log.isInvalidated(QueryTag("note", id: 1), since: 0))
    #expect(!log.isInvalidated(QueryTag("note", id: 1), since: 1))
    #expect(!log.isInvalidated(QueryTag("note", id: 2), since: 0))
    #expect(!log.isInvalidated(QueryTag("note"), since: 0))
    #expect(log.isInvalidated(QueryTag("list", id: 7), since: 1))
    #expect(!log.isInvalidated(QueryTag("list", id: 7), since: 2))
  }

  @Test func theLogHasALimit() throws {
    var log = TagLog()
    for id in 0..<10_000 { log.invalidate(tags(QueryTag("note", id: id))) }
    #expect(log.floor == 10_000 - TagLog.longest)
    #expect(log.isInvalidated(QueryTag("note", id: 9_999), since: 9_999))
    let text = try JSONEncoder().encode(log)
    #expect(text.count < 50_000)
    #expect(try JSONDecoder().decode(TagLog.self, from: text) == log)
    for _ in 0..<1_000 { log.invalidate(tags(QueryTag("other"))) }
    #expect(log.floor == 10_000 - TagLog.longest + 1)
  }

  @Test func aClearedLogKnowsNothingAboutEarlierRecords() {
    var log = TagLog(number: 5)
    log.invalidate(tags(QueryTag("note")))
    log.clear()
    #expect(log.number == 6 && log.floor == 6)
    #expect(!log.isInvalidated(QueryTag("note"), since: 0))
  }
}
