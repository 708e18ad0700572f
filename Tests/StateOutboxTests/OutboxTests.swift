import Foundation
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
}
