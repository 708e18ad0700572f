import ScreenStateKit
import StateCore
import StateOutbox
import StatePersistence
import StateQueries
import StateTestSupport
import StateTesting
import Testing

@testable import StateOutbox

/// The content that an outbox shows.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxContentTests {
  private let lives = OutboxLives()
  private var server: NameServer { lives.server }

  private func open() async throws -> Outbox {
    let outbox = try await lives.open()
    lives.set("a")
    lives.queries.set(Note(id: 1, title: "a"), for: NoteQuery(id: 1))
    return outbox
  }

  // MARK: Answers

  @Test func anAnswerDoesNotHideAnEarlierChangeThatWasNotSent() async throws {
    let outbox = try await open()
    server.plan(.hang, .answer)
    try await outbox.enqueue(Retitle(title: "first", inLane: "x"))
    try await outbox.enqueue(Retitle(title: "b", inLane: "x"))
    #expect(lives.note() == "a first b")
    try await outbox.enqueue(Retitle(title: "c", inLane: "y"))
    await eventually { server.applied == ["c"] && outbox.pendingCount == 2 }
    // The first one was sent before the third one, so the server's content contains it; the second one wasn't.
    #expect(lives.title() == "server b")
    #expect(lives.note() == "server b")
    server.release()
    await outbox.drain()
    #expect(server.applied == ["c", "first", "b"])
    #expect(lives.title() == "server")
    #expect(lives.note() == "server")
  }

  @Test func aRefusedChangeIsNotPartOfTheContentOfAnAnswer() async throws {
    let outbox = try await open()
    server.plan(.hang, .answer)
    try await outbox.enqueue(Retitle(title: "b", inLane: "x", isHeld: true))
    try await outbox.enqueue(Retitle(title: "c", inLane: "y"))
    await eventually { server.applied == ["c"] && outbox.pendingCount == 1 }
    #expect(lives.title() == "server")
    server.release("b", .refuse)
    await eventually { outbox.failedCount == 1 }
    #expect(lives.title() == "server b")
    #expect(lives.note() == "server b")
    try await outbox.enqueue(Retitle(title: "d", inLane: "y"))
    await outbox.drain()
    #expect(lives.title() == "server b")
    outbox.retryNow()
    await outbox.drain()
    #expect(lives.title() == "server")
  }

  @Test func aChangeOfAnEarlierProcessMayBePartOfTheContentOfAnAnswer() async throws {
    var outbox: Outbox? = try await open()
    server.plan(.loseAnswer)
    try await outbox?.enqueue(Retitle(title: "b", inLane: "x"))
    await eventually { outbox?.attempts.isEmpty ?? true }
    outbox = nil
    let second = try await open()
    #expect(lives.title() == "a b")
    try await second.enqueue(Retitle(title: "c", inLane: "y"))
    await eventually { server.applied == ["b", "c"] && second.pendingCount == 1 }
    #expect(lives.title() == "server")
    second.retryNow()
    await second.drain()
    #expect(lives.title() == "server")
  }

  @Test func anAnswerOfTheCacheItselfDoesNotHideAChangeThatWasNotSent() async throws {
    let outbox = try await open()
    outbox.pause()
    try await outbox.enqueue(Retitle(title: "b"))
    try await lives.queries.perform(NewTitle(title: "new"))
    #expect(lives.title() == "new b")
    #expect(lives.note() == "new b")
    outbox.resume()
    await outbox.drain()
    #expect(lives.title() == "server")
    #expect(lives.note() == "server")
  }

  @Test func aChangeWhoseRecordIsBeingWrittenWasNotSent() async throws {
    let outbox = try await open()
    outbox.content.show(Retitle(title: "b"), .number(1))
    outbox.content.flush({ _ in nil }, last: 0)
    try await lives.queries.perform(NewTitle(title: "new"))
    #expect(lives.title() == "new b")
    #expect(lives.note() == "new b")
  }

  @Test func anAnswerOfTheCacheItselfContainsAChangeThatWasSent() async throws {
    let outbox = try await open()
    server.plan(.hang)
    try await outbox.enqueue(Retitle(title: "b"))
    await eventually { server.hanging == ["b"] }
    try await lives.queries.perform(NewTitle(title: "new"))
    #expect(lives.title() == "new")
    #expect(lives.note() == "new")
    server.release()
    await outbox.drain()
    #expect(lives.title() == "new")
  }

  @Test func anAnswerOfAnotherOutboxDoesNotHideAChangeThatWasNotSent() async throws {
    let outbox = try await open()
    outbox.pause()
    try await outbox.enqueue(Retitle(title: "b"))
    let other = try await Outbox.open(
      in: .memory(PersistenceMemory()),
      owner: "ann",
      changes: [Retitle.self],
      queries: lives.queries,
      clock: lives.clock,
      environment: lives.environment
    )
    try await other.enqueue(Retitle(title: "c"))
    await other.drain()
    #expect(lives.title() == "server b")
    await other.close()
  }

  @Test func anAnswerContainsAChangeOfALaterPlaceThatWasSentBefore() async throws {
    let outbox = try await open()
    server.plan(.loseRequest, .hang, .answer)
    try await outbox.enqueue(Retitle(title: "b", inLane: "x"))
    try await outbox.enqueue(Retitle(title: "c", inLane: "y"))
    await eventually { server.hanging == ["c"] && outbox.attempts.count == 1 }
    outbox.retryNow()
    await eventually { server.applied == ["b"] && outbox.pendingCount == 1 }
    #expect(lives.title() == "server")
    #expect(lives.note() == "server")
    server.release()
    await outbox.drain()
    // Whether the server had the third one then is open, so the content is loaded again.
    #expect(lives.queries.resource(of: TitleQuery(id: 1)).isInvalidated)
  }

  @Test func aRefusedChangeThatIsQueuedAgainIsNotPartOfAnAnswerAfterALaunch() async throws {
    var outbox: Outbox? = try await open()
    server.plan(.refuse, .refuse)
    try await outbox?.enqueue(Retitle(title: "first", inLane: "x"))
    try await outbox?.enqueue(Retitle(title: "b", inLane: "x"))
    await eventually { outbox?.failedCount == 2 }
    outbox?.pause()
    outbox?.retryNow()
    outbox = nil
    server.plan(.hang, .answer)
    let second = try await open()
    await eventually { server.hanging == ["first"] }
    try await second.enqueue(Retitle(title: "c", inLane: "y"))
    await eventually { server.applied == ["c"] && second.pendingCount == 2 }
    #expect(lives.title() == "server b")
    #expect(lives.note() == "server b")
    server.release()
    await second.drain()
    #expect(lives.title() == "server")
  }

  // MARK: Places

  @Test func retriedChangesReturnToTheirPlaces() async throws {
    let outbox = try await open()
    server.plan(.refuse, .refuse, .refuse)
    outbox.pause()
    for title in ["b", "c", "d", "e"] {
      try await outbox.enqueue(Retitle(title: title, inLane: title))
    }
    let mutation = TitleMutation(title: "m")
    let number = lives.queries.beginChange(of: mutation, isSent: false)
    outbox.resume()
    await eventually { outbox.failedCount == 3 && outbox.pendingCount == 0 }
    #expect(lives.title() == "server m")
    outbox.pause()
    try await outbox.enqueue(Retitle(title: "f", inLane: "f"))
    #expect(lives.title() == "server m f")
    outbox.retryNow()
    // They are older than the last one, and the other mutation has no place.
    #expect(lives.title() == "server m b c d f")
    #expect(lives.note() == "server b c d f")
    lives.queries.rollBack(number)
    #expect(lives.title() == "server b c d f")
  }

  @Test func aMergedChangeKeepsItsPlace() async throws {
    let outbox = try await open()
    outbox.pause()
    try await outbox.enqueue(SetTitle(title: "b"))
    try await outbox.enqueue(Rename("c", lane: "y"))
    #expect(lives.title() == "b c")
    try await outbox.enqueue(SetTitle(title: "d"))
    #expect(lives.title() == "d c")
  }

  @Test func manyRetriedChangesOfOneQueryAreShownAtOnce() async throws {
    let outbox = try await open()
    outbox.pause()
    let count = 300
    Counted.calls.setValue(0)
    for number in 0..<count {
      outbox.content.show(Counted(number: number), .number(number + 1))
    }
    #expect(outbox.content.noteCount == 0)
    outbox.content.flush({ $0.number }, last: count)
    #expect(lives.title() == "a" + String(repeating: "+", count: count))
    for number in 0..<count { outbox.content.hide(.number(number + 1)) }
    outbox.content.flush({ $0.number }, last: count)
    #expect(lives.title() == "a")
    // Each patch is applied once when it is shown; hiding all applies none.
    #expect(Counted.calls.value == count)
  }

  // MARK: Removals

  @Test func aRemovedQueryShowsPendingChangesOnItsNextContent() async throws {
    let outbox = try await open()
    outbox.pause()
    try await outbox.enqueue(Rename("b"))
    lives.queries.remove(TitleQuery(id: 1))
    #expect(lives.title() == nil)
    #expect(try await lives.queries.value(of: TitleQuery(id: 1)) == "loaded b")
    outbox.resume()
    await outbox.drain()
    #expect(lives.title() == "loaded b (b)")
  }

  @Test func theFirstChangeAfterAClearIsShown() async throws {
    let outbox = try await open()
    await lives.queries.clear()
    lives.set("x")
    outbox.pause()
    try await outbox.enqueue(Rename("d"))
    #expect(lives.title() == "x d")
    outbox.resume()
    await outbox.drain()
    #expect(server.applied == ["d"])
    #expect(lives.title() == "x d (d)")
  }

  @Test func aChangeAfterAClearIsNotMergedIntoOneOfBefore() async throws {
    let outbox = try await open()
    outbox.pause()
    try await outbox.enqueue(SetTitle(title: "b"))
    await lives.queries.clear()
    lives.set("x")
    try await outbox.enqueue(SetTitle(title: "c"))
    #expect(lives.title() == "c")
    #expect(outbox.pendingCount == 2)
    try await outbox.enqueue(SetTitle(title: "d"))
    #expect(lives.title() == "d")
    #expect(outbox.pendingCount == 2)
    outbox.resume()
    await outbox.drain()
    #expect(server.applied == ["b", "d"])
    #expect(lives.title() == "d")
  }

  @Test func aChangeThatReplacesOneOfBeforeAClearIsShown() async throws {
    let outbox = try await open()
    outbox.pause()
    let ticket = try await outbox.enqueue(Rename("b"))
    await lives.queries.clear()
    lives.set("x")
    try await outbox.replace(ticket.key, with: Rename("c"))
    #expect(lives.title() == "x c")
    outbox.resume()
    await outbox.drain()
    #expect(lives.title() == "x c (c)")
    #expect(outbox.content.noteCount == 0)
  }

  @Test func aClearedCacheShowsNothingOfEarlierChanges() async throws {
    let outbox = try await open()
    server.plan(.refuse, .hang)
    try await outbox.enqueue(Retitle(title: "b", inLane: "x"))
    await eventually { outbox.failedCount == 1 }
    try await outbox.enqueue(Rename("c"))
    await eventually { server.hanging == ["c"] }
    await lives.queries.clear()
    lives.set("next user")
    outbox.retryNow()
    #expect(lives.title() == "next user")
    server.release()
    await outbox.drain()
    #expect(server.applied.sorted() == ["b", "c"])
    #expect(lives.title() == "next user")
    outbox.pause()
    try await outbox.enqueue(Rename("d"))
    #expect(lives.title() == "next user d")
    #expect(outbox.content.count == 1)
  }
}

/// A mutation whose answer is the content.
private struct NewTitle: QueryMutation {
  let title: String

  func send(in context: MutationContext) async throws {}

  func change(_ patch: inout QueryPatch) {
    let title = title
    patch.update(TitleQuery(id: 1)) { $0 = title }
    patch.update(Note.self, id: 1) { $0.title = title }
  }

  func receive(_ answer: Void, _ patch: inout QueryPatch) {
    patch.set(title, for: TitleQuery(id: 1))
    patch.set(Note(id: 1, title: title), for: NoteQuery(id: 1))
  }
}

private struct TitleMutation: QueryMutation {
  let title: String

  func send(in context: MutationContext) async throws {}

  func change(_ patch: inout QueryPatch) {
    let title = title
    patch.update(TitleQuery(id: 1)) { $0 += " \(title)" }
  }
}

/// A change that counts how often its patch is applied.
private struct Counted: OutboxChange {
  static let calls = LockIsolated(0)

  let number: Int

  func send(in context: MutationContext) async throws {}

  func change(_ patch: inout QueryPatch) {
    patch.update(TitleQuery(id: 1)) { title in
      Counted.calls.withValue { $0 += 1 }
      title += "+"
    }
  }
}
