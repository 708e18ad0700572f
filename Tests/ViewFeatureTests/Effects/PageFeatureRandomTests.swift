import Foundation
import StateTestSupport
import StateTesting
import Testing

/// Random loads of pages by a feature, in random orders.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct PageFeatureRandomTests {
  @Test(.notRepeated) func everyRunKeepsTheRules() async throws {
    var wrong: [(seed: Int, broken: [String])] = []
    let areAll = ProcessInfo.processInfo.environment["TEST_ALL_PROGRAMS"] != nil
    for seed in seedsOnOneThread(0..<(areAll ? 5_000 : 1_000)) {
      let broken = try await simulate(seed: seed) { await PageRun(seed: seed).breaks(steps: 30) }
      if !broken.isEmpty { wrong.append((seed, broken)) }
    }
    let examples = "\(wrong.prefix(3))"
    #expect(wrong.isEmpty, "\(wrong.count) seeds, such as \(examples)")
  }
}
