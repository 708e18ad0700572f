import Foundation
import ScreenStateKit
import StateCore
import StateTesting
import Testing

@testable import StateOutbox

/// Changes that a retry policy enqueues again.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxAttemptsTests {
  let lives = OutboxLives()
  var server: NameServer { lives.server }

  @Test func anAttemptDoesNotStoreAChangeThatIsStored() async throws {
    let outbox = try await lives.open()
    outbox.pause()
    lives.set("a")
    let tickets = try await enqueue(["b", "b", "c"], 3, in: outbox)
    #expect(tickets.count == 3)
    #expect(Set(tickets).count == 1)
    #expect(outbox.pendingCount == 3)
    #expect(lives.title() == "a b b c")
    outbox.resume()
    await outbox.drain()
    #expect(server.applied == ["b", "b", "c"])
    // Another action is another change.
    _ = try await enqueue(["b"], 1, in: outbox)
    await outbox.drain()
    #expect(server.applied == ["b", "b", "c", "b"])
  }

  @Test func aRefusedChangeIsStoredAgain() async throws {
    let outbox = try await lives.open()
    server.plan(.refuse)
    let state = ScreenState()
    let store = Sender(outbox)
    await store.bind(to: state)
    let change = Rename("b") { $0.resolution = "reject" }
    await store.run(.init(changes: [change], attempts: 2, waits: true))
    withExtendedLifetime(state) {}
    #expect(server.calls == ["b", "b"])
    #expect(Set(server.keys).count == 2)
  }

  /// Enqueues changes of several attempts of an action, of which only the last one succeeds.
  ///
  /// - Returns: The keys, per attempt.
  private func enqueue(
    _ titles: [String],
    _ attempts: Int,
    in outbox: Outbox
  ) async throws -> [[UUID]] {
    let state = ScreenState()
    let store = Sender(outbox)
    await store.bind(to: state)
    await store.run(.init(changes: titles.map { Rename($0) }, attempts: attempts))
    withExtendedLifetime(state) {}
    return store.keys.value
  }
}

private actor Sender: ScreenStore {
  struct Action: ActionLockable, ExecutionPolicyProviding, Sendable {
    let changes: [Rename]
    let attempts: Int
    var waits = false

    var lockKey: AnyHashable { 0 }
    var executionPolicy: ExecutionPolicy { .restart.retry(.immediate(maxAttempts: attempts)) }
  }

  nonisolated let binding = ScreenBinding<ScreenState>()
  nonisolated let keys = LockIsolated<[[UUID]]>([])
  private let outbox: Outbox

  init(_ outbox: Outbox) { self.outbox = outbox }

  func perform(_ action: Action) async throws {
    var keys: [UUID] = []
    for change in action.changes {
      let ticket = try await outbox.enqueue(change)
      keys.append(ticket.key)
      if action.waits { _ = try await ticket.answer }
    }
    self.keys.withValue { [keys] in $0.append(keys) }
    if self.keys.value.count < action.attempts { throw ConnectionLost() }
  }
}
