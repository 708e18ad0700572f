import Foundation
import StateCore
import StateQueries
import StateTestSupport
import StateTesting
import Testing

@testable import StateOutbox

/// What an inspector sees and does.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxListingTests {
  private let lives = OutboxLives()
  private let inspector = InspectorID()
  private var server: NameServer { lives.server }

  @Test func theChangesAreListedInTheirOrder() async throws {
    let outbox = try await lives.open()
    server.plan(.loseAnswer, .refuse)
    try await outbox.enqueue(Rename("b"))
    await eventually { outbox.changes(atMost: 5).first?.state == .waiting }
    await lives.clock.advance(by: .seconds(4))
    try await outbox.enqueue(Rename("c", id: 2) { $0.resolution = "reject" })
    await eventually { outbox.failedCount == 1 }
    let changes = outbox.changes(atMost: 5)
    #expect(changes.map(\.name) == ["Rename", "Rename"])
    #expect(changes.map(\.lane) == ["note-1", "note-2"])
    #expect(changes.map(\.state) == [.waiting, .rejected])
    #expect(changes.map(\.attempts) == [1, 1])
    #expect(changes.map(\.age) == [.seconds(4), .zero])
    #expect(changes.map(\.untilNext) == [.seconds(6), nil])
    #expect(changes[1].error == "Refused")
    #expect((changes[0].change as? Rename)?.title == "b")
    #expect(outbox.changes(atMost: 1).count == 1)
    #expect(outbox.counts == (1, 1) && outbox.oldestAge == .seconds(4))
    #expect(ListedOutboxes.all.contains { $0.outbox === outbox })
  }

  @Test func aHoldEndsWithItsInspector() async throws {
    let outbox = try await lives.open()
    #expect(outbox.perform(.hold, by: inspector))
    #expect(outbox.listedHold == .inspector)
    try await outbox.enqueue(Rename("b"))
    await outbox.drain()
    #expect(server.calls.isEmpty && outbox.pendingCount == 1)
    outbox.release(InspectorID())
    #expect(outbox.listedHold == .inspector)
    outbox.release(inspector)
    #expect(outbox.listedHold == nil)
    await outbox.drain()
    #expect(server.applied == ["b"])
    #expect(outbox.perform(.hold, by: inspector))
    #expect(outbox.perform(.release, by: inspector))
    #expect(outbox.hold == nil)
  }

  @Test func aPauseOfTheAppOutlivesAHold() async throws {
    let outbox = try await lives.open()
    outbox.pause()
    #expect(outbox.perform(.hold, by: inspector))
    outbox.release(inspector)
    #expect(outbox.listedHold == .app)
    #expect(outbox.perform(.hold, by: inspector))
    // The app knows better.
    outbox.resume()
    #expect(outbox.listedHold == nil)
    outbox.release(inspector)
    #expect(outbox.listedHold == nil)
    outbox.pause()
    #expect(outbox.perform(.release, by: inspector))
    #expect(outbox.listedHold == nil)
  }

  @Test func aReleaseOfAHoldKeepsWhatAnErrorHolds() async throws {
    let outbox = try await lives.open()
    server.plan(.refuse)
    try await outbox.enqueue(Rename("b") { $0.resolution = "holdAll" })
    await eventually { outbox.failedCount == 1 }
    #expect(outbox.listedHold == .failure)
    #expect(outbox.perform(.hold, by: inspector))
    outbox.release(inspector)
    #expect(outbox.failedCount == 1)
    #expect(outbox.perform(.release, by: inspector))
    await outbox.drain()
    #expect(server.applied == ["b"])
  }

  @Test func theNextAttemptsFailWithoutBeingMade() async throws {
    let outbox = try await lives.open()
    #expect(outbox.perform(.fail(count: 2, text: "It rains."), by: inspector))
    try await outbox.enqueue(Rename("b"))
    await eventually { outbox.changes(atMost: 1).first?.state == .waiting }
    #expect(outbox.failingCount == 1 && outbox.changes(atMost: 1).first?.error == "It rains.")
    await lives.clock.advance(by: .seconds(10))
    await eventually { outbox.failingCount == 0 && outbox.changes(atMost: 1)[0].state == .waiting }
    #expect(server.calls.isEmpty)
    await lives.clock.advance(by: .seconds(10))
    await outbox.drain()
    #expect(server.calls == ["b"])
    #expect(outbox.perform(.fail(count: 5, text: "It rains."), by: inspector))
    outbox.release(InspectorID())
    #expect(outbox.failingCount == 5)
    outbox.release(inspector)
    #expect(outbox.failingCount == 0)
  }

  @Test func aChangeIsSentAgainOrRemoved() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    server.plan(.loseRequest)
    let key = try await outbox.enqueue(Rename("b")).key
    await eventually { outbox.changes(atMost: 1).first?.state == .waiting }
    // The server may have it.
    #expect(!outbox.perform(.remove(key), by: inspector))
    #expect(outbox.perform(.retry(key), by: inspector))
    #expect(!outbox.perform(.retry(UUID()), by: inspector))
    await outbox.drain()
    #expect(server.applied == ["b"])
    #expect(outbox.perform(.hold, by: inspector))
    let other = try await outbox.enqueue(Rename("c")).key
    #expect(outbox.perform(.remove(other), by: inspector))
    await eventually { outbox.pendingCount == 0 }
    outbox.release(inspector)
    server.plan(.refuse)
    let last = try await outbox.enqueue(Rename("d") { $0.resolution = "reject" }).key
    await eventually { outbox.failedCount == 1 }
    #expect(outbox.perform(.remove(last), by: inspector))
    await eventually { outbox.failedCount == 0 }
    await outbox.close()
    #expect(!outbox.perform(.hold, by: inspector))
  }
}
