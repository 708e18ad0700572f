import Foundation
import StateCore
import StatePersistence
import StateQueries
import StateTestSupport
import StateTesting
import Testing

@testable import StateOutbox

/// Random programs of an app whose processes end at any moment, over a bad network.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxRandomTests {
  private func random(_ range: Range<Int>, _ generator: inout SeededGenerator) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// Lets everything happen that needs no time.
  private func settle(_ outbox: Outbox?) async {
    await eventually { outbox?.attempts.isEmpty ?? true }
  }

  @Test(arguments: seedsOnOneThread(0..<60))
  func eachChangeIsAppliedOnceAndInOrder(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let lives = OutboxLives()
    var outbox: Outbox? = try await lives.open { $0.lanesAtOnce = 2 }
    var expected: [Int: [String]] = [:]
    var queued: [(key: UUID, id: Int, title: String)] = []
    for step in 0..<60 {
      lives.server.plan(
        [.answer, .answer, .loseRequest, .loseAnswer, .timeOut].randomElement(using: &generator)!
      )
      switch random(0..<14, &generator) {
      case 12: try await outbox?.enqueue(EditNote(local: random(0..<3, &generator), inLane: "e"))
      case 13: try await outbox?.enqueue(CreateNote(local: random(0..<3, &generator)))
      case 0...4:
        let id = random(0..<3, &generator)
        let ticket = try await outbox?.enqueue(Rename("\(step)", id: id))
        expected[id, default: []].append("\(step)")
        if let ticket { queued.append((ticket.key, id, "\(step)")) }
      case 5: await settle(outbox)
      case 6: await lives.clock.advance(by: .seconds(random(1..<12, &generator)))
      case 7: outbox?.pause()
      case 8: outbox?.resume()
      case 9: outbox?.retryNow()
      case 10:
        guard let change = queued.randomElement(using: &generator) else { continue }
        if try await outbox?.cancel(change.key) == true {
          expected[change.id]?.removeAll { $0 == change.title }
        }
      default:
        outbox = nil
        if random(0..<2, &generator) == 0 { lives.memory.dropUnsynced() }
        outbox = try await lives.open { $0.lanesAtOnce = 2 }
        // The content is that of the unsettled changes.
        for id in 0..<3 {
          lives.set("", id: id)
          let shown = lives.title(id)?.split(separator: " ").map(String.init) ?? []
          let rest = Array((expected[id] ?? []).suffix(shown.count))
          #expect(shown == rest, "seed \(seed), step \(step)")
        }
      }
    }
    lives.server.plan()
    outbox?.resume()
    // An attempt may still fail as it was planned.
    while let outbox, outbox.pendingCount > 0, !Task.isCancelled {
      await lives.clock.advance(by: .seconds(10))
    }
    #expect(outbox?.items().isEmpty == true)
    let applied = lives.server.appliedCalls.filter { Int($0.text) != nil }
    for id in 0..<3 {
      let titles = Set(expected[id] ?? [])
      #expect(applied.filter { titles.contains($0.text) }.map(\.text) == expected[id] ?? [])
    }
    #expect(applied.count == expected.values.reduce(0) { $0 + $1.count }, "seed \(seed)")
    // One key has one payload.
    let payloads = Dictionary(grouping: lives.server.allCalls, by: \.key).values
    #expect(payloads.allSatisfy { Set($0.map(\.text)).count == 1 })
  }
}
