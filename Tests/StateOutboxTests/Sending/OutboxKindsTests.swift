import Foundation
import StateCore
import StatePersistence
import StateQueries
import StateTestSupport
import Testing

@testable import StateOutbox

/// The versions of one change.
private struct First: OutboxChange {
  static let name = "Change"
  var title: String

  func send(in context: MutationContext) async throws -> String {
    try await context.environment.server.send(context.key, title)
  }
}

/// It has another property, with a default.
private struct Second: OutboxChange {
  static let name = "Change"
  static let version = 2
  static var migrations: [Migration] {
    Migration(from: 1) { $0.rename("title", to: "text") }
  }
  var text: String

  func send(in context: MutationContext) async throws -> String {
    try await context.environment.server.send(context.key, "2: \(text)")
  }
}

/// A later version whose form is the same.
private struct Third: OutboxChange {
  static let name = "Change"
  static let version = 2
  static var migrations: [Migration] { Migration(from: 1) { _ in } }
  var title: String

  func send(in context: MutationContext) async throws -> String {
    try await context.environment.server.send(context.key, title)
  }
}

private struct Unmigrated: OutboxChange {
  static let name = "Change"
  static let version = 3
  static var migrations: [Migration] { Migration(from: 1) { _ in } }

  func send(in context: MutationContext) async throws {}
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxKindsTests {
  let lives = OutboxLives()
  var server: NameServer { lives.server }

  /// Leaves a change of the first version, with or without an attempt.
  private func leave(isAttempted: Bool) async throws {
    var outbox: Outbox? = try await lives.open(changes: [First.self])
    if isAttempted { server.plan(.hang) } else { outbox?.pause() }
    try await outbox?.enqueue(First(title: "b"))
    if isAttempted { await eventually { server.hanging == ["b"] } }
    outbox = nil
    server.release("b", .loseAnswer)
    if isAttempted { await eventually { server.applied == ["b"] } }
  }

  @Test func aQueuedChangeIsMigrated() async throws {
    try await leave(isAttempted: false)
    let outbox = try await lives.open(changes: [Second.self])
    await outbox.drain()
    #expect(server.applied == ["2: b"])
  }

  @Test func anAttemptedChangeIsNotSentInAnotherForm() async throws {
    try await leave(isAttempted: true)
    var outbox: Outbox? = try await lives.open(changes: [Second.self])
    await outbox?.drain()
    #expect(outbox?.items().map(\.state) == [.unknown])
    #expect(server.calls == ["b"])
    outbox = nil
    let second = try await lives.open(changes: [Second.self])
    await second.drain()
    #expect(second.items().map(\.state) == [.unknown])
    second.retryNow()
    await second.drain()
    // The app has decided.
    #expect(server.calls == ["b", "2: b"])
    #expect(Set(server.keys).count == 1)
  }

  @Test func anAttemptedChangeOfTheSameFormIsSent() async throws {
    try await leave(isAttempted: true)
    let outbox = try await lives.open(changes: [Third.self])
    await outbox.drain()
    #expect(server.calls == ["b", "b"])
    #expect(outbox.items().isEmpty)
  }

  @Test func aMigratedChangeIsResentInItsNewForm() async throws {
    try await leave(isAttempted: false)
    server.plan(.hang)
    var outbox: Outbox? = try await lives.open(changes: [Second.self])
    #expect(outbox?.pendingCount == 1)
    await eventually { server.hanging == ["2: b"] }
    outbox = nil
    server.release("2: b", .loseAnswer)
    let second = try await lives.open(changes: [Second.self])
    await second.drain()
    #expect(server.calls == ["2: b", "2: b"])
  }

  @Test func aDowngradeLosesNothing() async throws {
    var outbox: Outbox? = try await lives.open(changes: [Second.self])
    outbox?.pause()
    try await outbox?.enqueue(Second(text: "b"))
    outbox = nil
    var second: Outbox? = try await lives.open(changes: [First.self])
    await second?.drain()
    #expect(second?.failedCount == 1)
    second = nil
    await (try await lives.open(changes: [Second.self])).drain()
    #expect(server.applied == ["2: b"])
  }

  @Test func declarationsAreChecked() async throws {
    for changes: [any OutboxChange.Type] in [[First.self, Second.self], [Unmigrated.self]] {
      let error = await #expect(throws: SavedStateError.self) {
        try await lives.open(changes: changes)
      }
      #expect(error?.code == .declaration)
    }
  }
}
