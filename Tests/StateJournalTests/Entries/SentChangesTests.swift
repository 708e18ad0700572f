import Foundation
import StateRecord
import Testing

@testable import StateJournal

@Suite(.timeLimit(.minutes(20)))
struct SentChangesTests {
  private func id(_ attempt: Int, _ key: UUID = UUID()) -> OutboxEvent.ID {
    OutboxEvent.ID(key: key, name: "Rename", attempt: attempt)
  }

  @Test func anAttemptHasItsFirstEntry() {
    var changes = SentChanges()
    let first = id(1)
    changes.note(first, 5)
    changes.note(first, 8)
    #expect(changes.entry(of: first) == 5)
    #expect(changes.entry(of: id(2, first.key)) == nil && changes.entry(of: id(1)) == nil)
  }

  @Test func theOldestAreForgotten() {
    var changes = SentChanges()
    let ids = (0...SentChanges.limit).map { id($0) }
    for (entry, id) in ids.enumerated() { changes.note(id, entry) }
    #expect(changes.count <= SentChanges.limit / 2 + 1)
    #expect(changes.entry(of: ids[0]) == nil)
    #expect(ids.last.flatMap { changes.entry(of: $0) } == SentChanges.limit)
  }
}
