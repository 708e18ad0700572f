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
struct OutboxChangesTests {
  let lives = OutboxLives()
  var server: NameServer { lives.server }

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
    let tasks = ["b", "c"].map { title in Task { try await outbox.enqueue(Rename(title)) } }
    for task in tasks { _ = try await task.value }
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

  @Test func afterRemoveAllAnotherOwnerCanOpenTheLog() async throws {
    let outbox = try await lives.open()
    outbox.pause()
    try await outbox.enqueue(Rename("b"))
    try await outbox.removeAll()
    // The log gets its owner again with the next change.
    try await outbox.enqueue(Rename("c"))
    await outbox.close()
    let error = await #expect(throws: SavedStateError.self) { try await lives.open(owner: "bob") }
    #expect(error?.code == .otherState)
    let second = try await lives.open()
    #expect(second.items().count == 1)
    second.pause()
    try await second.removeAll()
    await second.close()
    let other = try await lives.open(owner: "bob")
    #expect(other.items().isEmpty)
    try await other.enqueue(Rename("d"))
    await other.drain()
    #expect(!server.applied.contains("b") && server.applied.last == "d")
    await other.close()
  }

  @Test func afterCloseNothingShowsAndNoCallerWaits() async throws {
    let outbox = try await lives.open()
    lives.set("a")
    outbox.pause()
    let ticket = try await outbox.enqueue(Rename("b"))
    await outbox.close()
    await #expect(throws: CancellationError.self) { try await ticket.answer }
    outbox.resume()
    outbox.retryNow()
    await outbox.follow(
      connectivity: AsyncStream { stream in
        stream.yield(true)
        stream.finish()
      }
    )
    await outbox.drain()
    #expect(lives.title() == "a")
    await #expect(throws: SavedStateError.self) { try await outbox.discard(ticket.key) }
    await #expect(throws: SavedStateError.self) { try await outbox.enqueue(Rename("c")) }
    #expect(server.calls.isEmpty)
    let next = try await lives.open()
    await next.drain()
    #expect(server.applied == ["b"])
  }

  @Test func anEndedOutboxEndsTheWaitsForAnswers() async throws {
    var outbox: Outbox? = try await lives.open()
    outbox?.pause()
    let ticket = try #require(try await outbox?.enqueue(Rename("b")))
    outbox = nil
    await #expect(throws: CancellationError.self) { try await ticket.answer }
  }

  @Test func theEndOfAConnectivityIsNoLossOfTheNetwork() async throws {
    let outbox = try await lives.open()
    await outbox.follow(
      connectivity: AsyncStream { stream in
        stream.yield(false)
        stream.finish()
      }
    )
    try await outbox.enqueue(Rename("b"))
    await outbox.drain()
    #expect(server.applied == ["b"])
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

  /// An edit is sent, and its answer is lost, before the server has told the id.
  private func loseEdit(_ outbox: Outbox) async throws {
    server.plan(.loseAnswer)
    try await outbox.enqueue(EditNote(local: 7, inLane: "edits"))
    await eventually { outbox.attempts.isEmpty }
    try await outbox.enqueue(CreateNote(local: 7))
    await eventually { server.applied.contains("create 7") && outbox.attempts.isEmpty }
  }

  @Test func anIDThatBecomesKnownLaterDoesNotChangeARepeatedRequest() async throws {
    let outbox = try await lives.open()
    try await loseEdit(outbox)
    outbox.retryNow()
    await outbox.drain()
    try await outbox.enqueue(EditNote(local: 7, inLane: "edits"))
    await outbox.drain()
    #expect(server.calls == ["edit 7", "create 7", "edit 7", "edit 1007"])
  }

  @Test func anIDThatBecomesKnownLaterDoesNotChangeARequestAfterARestart() async throws {
    var outbox: Outbox? = try await lives.open()
    if let outbox { try await loseEdit(outbox) }
    outbox = nil
    let second = try await lives.open()
    second.retryNow()
    await second.drain()
    #expect(server.calls == ["edit 7", "create 7", "edit 7"])
  }

  @Test func anotherCallOfCloseWaitsForTheFirst() async throws {
    let outbox = try await lives.open()
    server.plan(.hang)
    try await outbox.enqueue(Rename("b"))
    await eventually { server.hanging == ["b"] }
    let first = ImmediateTask.startDetached { @MainActor in await outbox.close() }
    let second = ImmediateTask.startDetached { @MainActor [lives] in
      await outbox.close()
      // The folder is free now.
      return (try? await lives.openNow()) != nil
    }
    server.release()
    #expect(await second.value)
    await first.value
  }
}
