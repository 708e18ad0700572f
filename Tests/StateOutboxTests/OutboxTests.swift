import Foundation
import ScreenStateKit
import StateCore
import StatePersistence
import StateQueries
import StateTestSupport
import StateTesting
import Testing

@testable import StateOutbox

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxTests {
  let lives = OutboxLives()
  var server: NameServer { lives.server }

  @Test func aChangeIsSentOnceAndItsContentShowsMeanwhile() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    server.plan(.hang)
    let ticket = try await outbox.enqueue(Rename("b"))
    #expect(lives.title() == "a b")
    #expect(outbox.pendingCount == 1)
    await eventually { server.hanging == ["b"] }
    #expect(outbox.items().map(\.state) == [.sending(attempt: 1)])
    server.release()
    #expect(try await ticket.answer == "answer to b")
    #expect(lives.title() == "a b (b)")
    #expect(server.keys == [ticket.key])
    #expect(outbox.pendingCount == 0)
    #expect(outbox.items().isEmpty)
  }

  @Test func aKilledProcessLosesNothingInAFolder() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    lives.folder = .folder(url)
    server.plan(.hang)
    var outbox: Outbox? = try await lives.open()
    let keys = [
      try #require(try await outbox?.enqueue(Rename("b")).key),
      try #require(try await outbox?.enqueue(Rename("c")).key),
    ]
    await eventually { server.hanging == ["b"] }
    try await outbox?.enqueue(Rename("x", id: 2))
    await eventually { server.applied == ["x"] && server.hanging == ["b"] }
    await eventually { outbox?.pendingCount == 2 }
    outbox = nil
    // The first process has sent it, and doesn't get the answer.
    server.release("b", .loseAnswer)
    await eventually { server.applied == ["x", "b"] }

    server.plan(.hang)
    let second = try await lives.open()
    lives.set("a")
    #expect(lives.title() == "a b c")
    #expect(second.items().map(\.id) == keys)
    await eventually { server.hanging == ["b"] }
    server.release()
    await second.drain()
    #expect(server.applied == ["x", "b", "c"])
    #expect(server.keys.filter { $0 == keys[0] }.count == 2)
    #expect(server.keys.filter { $0 == keys[1] }.count == 1)
    #expect(lives.title() == "a b c (b) (c)")
    await second.close()
    #expect(try await lives.open().items().isEmpty)
  }

  // MARK: Failures

  @Test(arguments: [ServerPlan.loseRequest, .loseAnswer, .timeOut])
  func aLostCallIsRepeatedUnderItsKey(plan: ServerPlan) async throws {
    let outbox = try await lives.open()
    server.plan(plan)
    let ticket = try await outbox.enqueue(Rename("b"))
    try await outbox.enqueue(Rename("c"))
    await eventually { if case .waiting = outbox.items().first?.state { true } else { false } }
    try await outbox.enqueue(Rename("other", id: 2))
    await eventually { server.applied.contains("other") && outbox.pendingCount == 2 }
    await lives.clock.advance(by: .seconds(9))
    #expect(server.calls.filter { $0 == "b" }.count == 1)
    await lives.clock.advance(by: .seconds(1))
    #expect(try await ticket.answer == "answer to b")
    await outbox.drain()
    #expect(server.applied.filter { $0 != "other" } == ["b", "c"])
    #expect(server.keys.filter { $0 == ticket.key }.count == 2)
    #expect(lives.failed.isEmpty)
  }

  @Test func aRefusedChangeIsReadAndCorrectedAfterALaunch() async throws {
    var outbox: Outbox? = try await lives.open()
    lives.set("a")
    server.plan(.refuse)
    let change = Rename("b") { $0.resolution = "holdLane" }
    let key = try #require(try await outbox?.enqueue(change).key)
    await eventually { outbox?.failedCount == 1 }
    await outbox?.close()
    outbox = nil

    let second = try await lives.open()
    let held = try #require(second.change(key, as: Rename.self))
    #expect(held.title == "b" && held.settings == change.settings)
    #expect(second.change(key, as: SetTitle.self) == nil)
    let isChanged = LockIsolated(false)
    withObservationTracking {
      _ = second.change(key, as: Rename.self)
    } onChange: {
      isChanged.setValue(true)
    }
    let ticket = try await second.replace(key, with: Rename("\(held.title)2"))
    #expect(isChanged.value)
    #expect(second.change(key, as: Rename.self) == nil)
    _ = try await ticket.answer
    #expect(server.applied == ["b2"])
    #expect(second.change(ticket.key, as: Rename.self) == nil)
  }

  @Test func aRejectedChangeIsRolledBackAndItsLaneContinues() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    server.plan(.refuse)
    let ticket = try await outbox.enqueue(Rename("b") { $0.resolution = "reject" })
    let next = try await outbox.enqueue(Rename("c"))
    #expect(lives.title() == "a b c")
    await #expect(throws: Refusal.self) { try await ticket.answer }
    _ = try await next.answer
    #expect(lives.title() == "a c (c)")
    #expect(outbox.failedCount == 1)
    #expect(outbox.pendingCount == 0)
    let item = try #require(outbox.items().first)
    guard case .rejected(let error) = item.state else { return #expect(Bool(false)) }
    #expect(error.message == "Refused")
    #expect(outbox.items().first?.state == item.state)
    #expect(lives.failed == [item.state])
    try await outbox.discard(item.id)
    #expect(outbox.items().isEmpty)
    #expect(outbox.failedCount == 0)
  }

  @Test func aRejectedChangeMayHoldItsLane() async throws {
    let outbox = try await lives.open()
    server.plan(.refuse)
    try await outbox.enqueue(
      Rename("b") {
        $0.resolution = "reject"
        $0.holdsLane = true
      }
    )
    try await outbox.enqueue(Rename("c"))
    await eventually { outbox.failedCount == 1 }
    let summary = await outbox.drain()
    #expect(summary == OutboxSummary(sent: 0, pending: 1, failed: 1))
    #expect(server.calls == ["b"])
    try await outbox.discard(try #require(outbox.items().first?.id))
    await outbox.drain()
    #expect(server.applied == ["c"])
  }

  @Test func aRetriedChangeGoesToItsPlace() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    server.plan(.refuse, .hang)
    try await outbox.enqueue(Rename("b") { $0.resolution = "reject" })
    try await outbox.enqueue(Rename("c"))
    try await outbox.enqueue(Rename("d"))
    await eventually { server.hanging == ["c"] }
    #expect(lives.title() == "a c d")
    outbox.retryNow()
    #expect(lives.title() == "a b c d")
    server.release()
    await outbox.drain()
    #expect(server.applied == ["c", "b", "d"])
  }

  @Test func aReplacementHasAnotherKey() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    server.plan(.refuse, .hang)
    let ticket = try await outbox.enqueue(Rename("b") { $0.resolution = "replace" })
    try await outbox.enqueue(Rename("c"))
    await eventually { server.hanging == ["b'"] }
    #expect(lives.title() == "a b' c")
    server.release()
    #expect(try await ticket.answer == "answer to b'")
    await outbox.drain()
    #expect(server.applied == ["b'", "c"])
    #expect(Set(server.keys).count == 3)
  }

  @Test func aHeldLaneWaitsForTheApp() async throws {
    let outbox = try await lives.open()
    server.plan(.refuse)
    let ticket = try await outbox.enqueue(Rename("b") { $0.resolution = "holdLane" })
    try await outbox.enqueue(Rename("c"))
    await #expect(throws: Refusal.self) { try await ticket.answer }
    try await outbox.enqueue(Rename("other", id: 2))
    await eventually { server.applied == ["other"] }
    await outbox.drain()
    #expect(outbox.hold == nil)
    #expect(outbox.pendingCount == 1)
    outbox.retryNow(ticket.key)
    await outbox.drain()
    #expect(server.applied == ["other", "b", "c"])
    #expect(server.keys.filter { $0 == ticket.key }.count == 2)
  }

  @Test func anExpiredLoginHoldsEverything() async throws {
    var outbox: Outbox? = try await lives.open()
    server.plan(.refuse)
    try await outbox?.enqueue(Rename("b") { $0.resolution = "holdAll" })
    await eventually { outbox?.hold != nil }
    try await outbox?.enqueue(Rename("other", id: 2))
    await outbox?.drain()
    guard case .failure(let error) = outbox?.hold?.reason else { return #expect(Bool(false)) }
    #expect(error.message == "Refused")
    outbox = nil
    let second = try await lives.open()
    #expect(second.hold != nil)
    await second.drain()
    #expect(server.calls == ["b"])
    second.resume()
    await second.drain()
    #expect(server.applied.sorted() == ["b", "other"])
    #expect(second.hold == nil)
  }

  @Test func anAppliedChangeIsCommittedWithoutAnAnswer() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    server.plan(.refuse)
    let ticket = try await outbox.enqueue(Rename("b") { $0.resolution = "applied" })
    await #expect(throws: Refusal.self) { try await ticket.answer }
    #expect(lives.title() == "a b")
    #expect(outbox.items().isEmpty)
  }

  // MARK: Time

  @Test func aChangeExpires() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    outbox.pause()
    let ticket = try await outbox.enqueue(Rename("b") { $0.expiresAfter = 60 })
    await lives.clock.advance(by: .seconds(60))
    let error = await #expect(throws: OutboxError.self) { try await ticket.answer }
    #expect(error == OutboxError(code: .expired, key: ticket.key))
    #expect(lives.title() == "a")
    #expect(outbox.items().map(\.state) == [.expired])
    outbox.resume()
    await outbox.drain()
    #expect(server.calls.isEmpty)
    outbox.retryNow()
    #expect(lives.title() == "a b")
    await outbox.drain()
    #expect(server.applied == ["b"])
  }

  @Test func anOldOutcomeIsUnknown() async throws {
    var outbox: Outbox? = try await lives.open()
    server.plan(.hang)
    let ticket = try await outbox?.enqueue(Rename("b") { $0.resendsFor = 100 })
    await eventually { server.hanging == ["b"] }
    outbox = nil
    server.release("b", .loseAnswer)
    await lives.clock.advance(by: .seconds(101))
    let second = try await lives.open()
    #expect(second.items().map(\.state) == [.unknown])
    await second.drain()
    #expect(server.calls == ["b"])
    second.retryNow(ticket?.key)
    await second.drain()
    #expect(server.applied == ["b"])
    #expect(server.calls == ["b", "b"])
    #expect(Set(server.keys).count == 1)
  }

  @Test func offlineDelaysAndProbes() async throws {
    let outbox = try await lives.open()
    let (stream, online) = AsyncStream.makeStream(of: Bool.self)
    let task = Task { await outbox.follow(connectivity: stream) }
    online.yield(false)
    await eventually { outbox.queue.isOnline == false }
    try await outbox.enqueue(Rename("b"))
    try await outbox.enqueue(Rename("other", id: 2))
    await lives.clock.advance(by: .seconds(299))
    #expect(server.calls.isEmpty)
    await lives.clock.advance(by: .seconds(1))
    await eventually { server.applied == ["b"] }
    online.yield(true)
    await eventually { server.applied == ["b", "other"] }
    online.finish()
    await task.value
  }

  @Test func retryNowTriesOffline() async throws {
    let outbox = try await lives.open()
    let (stream, online) = AsyncStream.makeStream(of: Bool.self)
    let task = Task { await outbox.follow(connectivity: stream) }
    online.yield(false)
    await eventually { outbox.queue.isOnline == false }
    let ticket = try await outbox.enqueue(Rename("b"))
    outbox.retryNow()
    _ = try await ticket.answer
    online.finish()
    await task.value
  }
}
