import Foundation
import StateCore
import StatePersistence
import StateQueries
import StateTestSupport
import StateTesting
import Testing

@testable import StateOutbox

/// An outbox with many changes.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxGrowthTests {
  let lives = OutboxLives()

  @Test func settledChangesLeaveNothing() async throws {
    let outbox = try await lives.open()
    for count in 1...5_000 {
      let change = Rename("\(count)", id: count % 7) { $0.resolution = "applied" }
      let ticket = try await outbox.enqueue(change)
      lives.server.plan(count % 3 == 0 ? .refuse : .answer)
      if count % 5 == 0 { _ = try await outbox.cancel(ticket.key) }
      if count % 50 == 0 {
        await outbox.drain()
      }
    }
    await outbox.drain()
    #expect(outbox.items().isEmpty)
    #expect(outbox.payloads.count <= 64)
    #expect(outbox.content.count == 0)
    #expect(outbox.waits.isEmpty)
    #expect(outbox.writes.isEmpty)
    #expect(outbox.attempts.isEmpty)
    #expect(outbox.sent.isEmpty)
    #expect(outbox.idleWaits.isEmpty)
    #expect(outbox.commands.isEmpty)
    #expect(outbox.log.byteCount < 3 * Outbox.smallestCompaction)
    #expect(lives.reports.contains { if case .compacted = $0 { true } else { false } })
    await outbox.close()
    let second = try await lives.open()
    #expect(second.items().isEmpty)
    #expect(second.payloads.count <= 64)
  }

  @Test func manyChangesContinueAfterALaunch() async throws {
    let count = 3_000
    var outbox: Outbox? = try await lives.open()
    outbox?.pause()
    for id in 0..<count { try await outbox?.enqueue(Rename("x", id: id)) }
    outbox = nil
    let second = try await lives.open()
    #expect(second.pendingCount == count)
    await second.drain()
    #expect(second.pendingCount == 0)
    #expect(lives.server.applied.count == count)
  }
}
