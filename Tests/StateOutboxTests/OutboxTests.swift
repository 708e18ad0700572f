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
@Suite(.timeLimit(.minutes(1)))
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
      try #require(try await outbox?.enqueue(Rename("x", id: 2)).key),
    ]
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
    #expect(second.items().map(\.id) == Array(keys[..<2]))
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
    try await outbox.enqueue(Rename("other", id: 2))
    await eventually { server.applied.contains("other") && outbox.pendingCount == 2 }
    await eventually { if case .waiting = outbox.items().first?.state { true } else { false } }
    await lives.clock.advance(by: .seconds(9))
    #expect(server.calls.filter { $0 == "b" }.count == 1)
    await lives.clock.advance(by: .seconds(1))
    #expect(try await ticket.answer == "answer to b")
    await outbox.drain()
    #expect(server.applied.filter { $0 != "other" } == ["b", "c"])
    #expect(server.keys.filter { $0 == ticket.key }.count == 2)
    #expect(lives.failed.isEmpty)
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

  // MARK: Decisions

  @Test func aQueuedChangeCanBeCancelled() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    server.plan(.hang)
    let first = try await outbox.enqueue(Rename("b"))
    let second = try await outbox.enqueue(Rename("c"))
    await eventually { server.hanging == ["b"] }
    #expect(try await outbox.cancel(second.key))
    let error = await #expect(throws: OutboxError.self) { try await second.answer }
    #expect(error?.code == .cancelled)
    #expect(lives.title() == "a b")
    #expect(try await outbox.cancel(first.key) == false)
    #expect(try await outbox.cancel(UUID()) == false)
    server.release()
    _ = try await first.answer
    #expect(server.calls == ["b"])
  }

  @Test func twoTitlesBecomeOne() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    outbox.pause()
    let first = try await outbox.enqueue(SetTitle(title: "b"))
    let second = try await outbox.enqueue(SetTitle(title: "c"))
    #expect(first.key == second.key)
    #expect(outbox.pendingCount == 1)
    #expect(lives.title() == "c")
    outbox.resume()
    #expect(try await first.answer == "answer to c")
    #expect(try await second.answer == "answer to c")
    #expect(server.calls == ["c"])
  }

  @Test func twoChangesBecomeNone() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    outbox.pause()
    let first = try await outbox.enqueue(SetTitle(title: "b"))
    let second = try await outbox.enqueue(SetTitle(title: "undo"))
    for ticket in [first, second] {
      let error = await #expect(throws: OutboxError.self) { try await ticket.answer }
      #expect(error?.code == .cancelled)
    }
    #expect(lives.title() == "a")
    #expect(outbox.items().isEmpty)
  }

  @Test func anAttemptedChangeIsNotMerged() async throws {
    let outbox = try await lives.open()
    server.plan(.hang)
    try await outbox.enqueue(SetTitle(title: "b"))
    await eventually { server.hanging == ["b"] }
    try await outbox.enqueue(SetTitle(title: "c"))
    try await outbox.enqueue(SetTitle(title: "d"))
    server.release()
    await outbox.drain()
    #expect(server.applied == ["b", "d"])
  }

  @Test func twoEnqueuesInOneTurnKeepTheirOrder() async throws {
    let outbox = try await lives.open()
    async let first = outbox.enqueue(Rename("b"))
    async let second = outbox.enqueue(Rename("c"))
    _ = try await (first, second)
    await outbox.drain()
    #expect(server.applied == ["b", "c"])
  }

  @Test func aReplacedChangeIsNeverSent() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    outbox.pause()
    let first = try await outbox.enqueue(Rename("b"))
    try await outbox.enqueue(Rename("c"))
    let ticket = try await outbox.replace(first.key, with: Rename("x"))
    #expect(lives.title() == "a x c")
    outbox.resume()
    #expect(try await ticket.answer == "answer to x")
    await outbox.drain()
    #expect(server.calls == ["x", "c"])
    await #expect(throws: SavedStateError.self) {
      try await outbox.replace(first.key, with: Rename("y"))
    }
  }

  @Test func aPauseLetsAttemptsEnd() async throws {
    let outbox = try await lives.open()
    server.plan(.hang)
    let ticket = try await outbox.enqueue(Rename("b"))
    try await outbox.enqueue(Rename("c"))
    await eventually { server.hanging == ["b"] }
    outbox.pause()
    #expect(outbox.hold == OutboxHold(reason: .app))
    server.release()
    _ = try await ticket.answer
    await outbox.drain()
    #expect(server.calls == ["b"])
    outbox.resume()
    await outbox.drain()
    #expect(server.calls == ["b", "c"])
  }

  @Test func removeAllLeavesNothing() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    server.plan(.hang)
    let first = try await outbox.enqueue(Rename("b"))
    let second = try await outbox.enqueue(Rename("c"))
    await eventually { server.hanging == ["b"] }
    let removal = Task { try await outbox.removeAll() }
    await Task.yield()
    server.release("b", .loseRequest)
    try await removal.value
    for ticket in [first, second] {
      let error = await #expect(throws: OutboxError.self) { try await ticket.answer }
      #expect(error?.code == .discarded)
    }
    #expect(lives.title() == "a")
    #expect(outbox.items().isEmpty)
    await outbox.close()
    #expect(try await lives.open().items().isEmpty)
    #expect(server.calls == ["b"])
  }

  @Test func aDrainHasATimeout() async throws {
    let outbox = try await lives.open()
    server.plan(.hang)
    try await outbox.enqueue(Rename("b"))
    await eventually { server.hanging == ["b"] }
    let drain = Task { await outbox.drain(timeout: .seconds(5)) }
    await lives.clock.waitForSleepers()
    await lives.clock.advance(by: .seconds(5))
    #expect(await drain.value == OutboxSummary(sent: 0, pending: 1, failed: 0))
    server.release()
    #expect(await outbox.drain().pending == 0)
  }

  // MARK: Lanes

  @Test func lanesAreParallelUpToALimit() async throws {
    let outbox = try await lives.open { $0.lanesAtOnce = 2 }
    server.plan(.hang, .hang, .hang)
    for id in 1...3 { try await outbox.enqueue(Rename("\(id)", id: id)) }
    await eventually { server.hanging.count == 2 }
    #expect(outbox.items().map(\.state).filter { $0 == .queued }.count == 1)
    server.release("1")
    await eventually { server.hanging.sorted() == ["2", "3"] }
    server.release()
    server.release()
    await outbox.drain()
    #expect(server.applied.count == 3)
  }

  @Test func aServersIdReachesLaterChanges() async throws {
    var outbox: Outbox? = try await lives.open()
    outbox?.pause()
    try await outbox?.enqueue(CreateNote(local: 7))
    try await outbox?.enqueue(EditNote(local: 7))
    outbox?.resume()
    await outbox?.drain()
    try await outbox?.enqueue(EditNote(local: 7))
    await outbox?.drain()
    outbox = nil
    let second = try await lives.open()
    try await second.enqueue(EditNote(local: 7))
    await second.drain()
    #expect(server.applied == ["create 7", "edit 1007", "edit 1007", "edit 1007"])
  }

  // MARK: Storage

  @Test func anotherOwnerSendsNothing() async throws {
    var outbox: Outbox? = try await lives.open()
    outbox?.pause()
    try await outbox?.enqueue(Rename("b"))
    outbox = nil
    let error = await #expect(throws: SavedStateError.self) {
      try await lives.open(owner: "bob")
    }
    #expect(error?.code == .otherState)
    #expect(server.calls.isEmpty)
    await (try await lives.open()).drain()
    #expect(server.applied == ["b"])
  }

  @Test func aFolderHasOneOutbox() async throws {
    let outbox = try await lives.open()
    let error = await #expect(throws: SavedStateError.self) { try await lives.open() }
    #expect(error?.code == .inUse)
    await outbox.close()
    _ = try await lives.open()
  }

  @Test func anUnwritableChangeIsRolledBack() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    lives.memory.failLog("outbox", with: SavedStateError(.unwritable, "full"))
    let error = await #expect(throws: SavedStateError.self) {
      try await outbox.enqueue(Rename("b"))
    }
    #expect(error?.code == .unwritable)
    #expect(lives.title() == "a")
    #expect(outbox.items().isEmpty)
    #expect(lives.damage.map(\.code) == [.unwritable])
    lives.memory.failLog("outbox", with: nil)
    try await outbox.enqueue(Rename("c"))
    await outbox.drain()
    #expect(server.applied == ["c"])
  }

  @Test func noAttemptStartsWithoutItsRecord() async throws {
    let outbox = try await lives.open()
    outbox.pause()
    try await outbox.enqueue(Rename("b"))
    lives.memory.failLog("outbox", with: SavedStateError(.unwritable, "full"))
    outbox.resume()
    await lives.clock.advance(by: .seconds(5))
    #expect(server.calls.isEmpty)
    lives.memory.failLog("outbox", with: nil)
    await lives.clock.advance(by: .seconds(5))
    await outbox.drain()
    #expect(server.applied == ["b"])
  }

  @Test func aFullOutboxRefuses() async throws {
    let outbox = try await lives.open { $0.limit = 2 }
    outbox.pause()
    try await outbox.enqueue(Rename("b"))
    try await outbox.enqueue(Rename("c"))
    let error = await #expect(throws: SavedStateError.self) {
      try await outbox.enqueue(Rename("d"))
    }
    #expect(error?.code == .full)
    outbox.resume()
    await outbox.drain()
    try await outbox.enqueue(Rename("d"))
    await outbox.drain()
    #expect(server.applied == ["b", "c", "d"])
  }

  @Test func aPowerLossLosesNoChange() async throws {
    var outbox: Outbox? = try await lives.open()
    try await outbox?.enqueue(Rename("b"))
    try await outbox?.enqueue(Rename("c"))
    await outbox?.drain()
    outbox = nil
    lives.memory.dropUnsynced()
    let second = try await lives.open()
    await second.drain()
    // The end of "c" wasn't synced, so that is sent again under its key.
    #expect(server.applied == ["b", "c"])
    #expect(server.calls == ["b", "c", "c"])
  }

  @Test func damageIsReported() async throws {
    var outbox: Outbox? = try await lives.open()
    outbox?.pause()
    for title in ["b", "c", "d"] { try await outbox?.enqueue(Rename(title)) }
    outbox = nil
    var bytes = lives.memory[log: "outbox"]
    bytes[bytes.count / 2] ^= 1
    lives.memory[log: "outbox"] = bytes
    let second = try await lives.open()
    #expect(lives.damage.map(\.code) == [.damaged])
    await second.drain()
    #expect(server.applied == ["b", "d"])
  }

  // MARK: Versions

  @Test func anUnknownTypeIsSetAside() async throws {
    var outbox: Outbox? = try await lives.open()
    outbox?.pause()
    try await outbox?.enqueue(SetTitle(title: "b"))
    try await outbox?.enqueue(Rename("c"))
    outbox = nil
    var second: Outbox? = try await lives.open(changes: [Rename.self])
    await second?.drain()
    #expect(server.applied == ["c"])
    #expect(second?.failedCount == 1)
    guard case .undecodable = second?.items().first?.state else { return #expect(Bool(false)) }
    second = nil
    await (try await lives.open()).drain()
    #expect(server.applied == ["c", "b"])
  }

  @Test func anUnknownTypeMayHoldItsLane() async throws {
    var outbox: Outbox? = try await lives.open()
    outbox?.pause()
    try await outbox?.enqueue(SetTitle(title: "b"))
    try await outbox?.enqueue(Rename("c"))
    outbox = nil
    let second = try await lives.open(changes: [Rename.self]) { $0.holdsLaneOfUndecodable = true }
    await second.drain()
    #expect(server.calls.isEmpty)
  }

  @Test func anUnknownTypeIsAProgrammerError() async throws {
    let outbox = try await lives.open(changes: [Rename.self])
    await withKnownIssue {
      await #expect(throws: SavedStateError.self) {
        try await outbox.enqueue(SetTitle(title: "b"))
      }
    }
    #expect(outbox.items().isEmpty)
  }

  // MARK: State

  @Test func aSubjectHasTheStateOfItsLeastAdvancedChange() async throws {
    let outbox = try await lives.open()
    let subject = OutboxSubject(Note.self, id: 1)
    #expect(outbox.status(of: subject) == nil)
    server.plan(.hang)
    try await outbox.enqueue(Rename("b"))
    await eventually { outbox.status(of: subject) == .sending(attempt: 1) }
    try await outbox.enqueue(Rename("c"))
    #expect(outbox.status(of: subject) == .queued)
    #expect(outbox.status(of: OutboxSubject(Note.self, id: 2)) == nil)
    server.release()
    await outbox.drain()
    #expect(outbox.status(of: subject) == nil)
  }

  @Test func readsAreObserved() async throws {
    let outbox = try await lives.open()
    let subject = OutboxSubject(Note.self, id: 1)
    outbox.pause()
    func changes(_ read: () -> Void, by change: () async throws -> Void) async throws -> Bool {
      let hasChanged = LockIsolated(false)
      withObservationTracking(read) { hasChanged.setValue(true) }
      try await change()
      return hasChanged.value
    }
    #expect(
      try await changes({ _ = outbox.pendingCount }) { try await outbox.enqueue(Rename("b")) }
    )
    #expect(
      try await changes({ _ = outbox.items() }) { try await outbox.enqueue(Rename("c")) }
    )
    #expect(
      try await changes({ _ = outbox.status(of: subject) }) {
        try await outbox.enqueue(Rename("d"))
      }
    )
    #expect(
      try await !changes({ _ = outbox.status(of: subject) }) {
        try await outbox.enqueue(Rename("e", id: 2))
      }
    )
    #expect(try await changes({ _ = outbox.hold }) { outbox.resume() })
    #expect(try await changes({ _ = outbox.oldestPending }) { await outbox.drain() })
    #expect(try await !changes({ _ = outbox.failedCount }) { await outbox.drain() })
  }
}
