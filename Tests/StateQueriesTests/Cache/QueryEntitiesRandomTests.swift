import StateTestSupport
import StateTesting
import Testing

/// Random and short programs of a cache with entities.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct QueryEntitiesRandomTests {
  @Test(.notRepeated, arguments: 0..<10)
  func entitiesAreThoseOfTheReference(block: Int) async throws {
    for seed in seedsOnOneThread((block * 200)..<(block * 200 + 200)) {
      let faults = try await simulate(seed: seed) {
        await EntityRun(seed: seed).faults(ofSteps: 40)
      }
      #expect(faults.isEmpty, "seed \(seed)")
      if !faults.isEmpty { return }
    }
  }

  nonisolated private static let steps: [EntityRun.Step] = [
    .load(.book1), .load(.shelf0), .answer(.book1), .answer(.shelf0), .change(1), .append(1),
    .delete(1), .fail(last: false), .succeed(last: true, answer: 4, book: 1),
    .succeed(last: true, answer: 0, book: 1), .set(.book1), .remove(.shelf0),
  ]

  /// All programs of up to four steps after the load of a shelf, which begin with one of the steps.
  @Test(.notRepeated, arguments: steps.indices)
  func shortProgramsAreThoseOfTheReference(first: Int) async throws {
    let steps = Self.steps
    let count = steps.count
    for number in seedsOnOneThread(0..<count * count * count) {
      let others = [number % count, number / count % count, number / count / count]
      let program =
        [.load(.shelf0), .answer(.shelf0), steps[first]] + others.map { steps[$0] }
      let faults = try await simulate(seed: number) { await EntityRun().faults(of: program) }
      #expect(faults.isEmpty, "program \(number)")
      if !faults.isEmpty { return }
    }
  }
}
