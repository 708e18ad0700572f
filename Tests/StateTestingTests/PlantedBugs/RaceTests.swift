import Foundation
import StateTestSupport
import StateTesting
import Testing

/// How many seeds find an order; the article on simulations has the table.
///
/// `STATE_PRINT_RACES=1 swift test --filter RaceTests` prints its rows.
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct RaceTests {
  private static let seeds = Array(seedsOnOneThread(0..<1000))

  @Test(.serialized, .notRepeated, arguments: Race.all)
  func seedsFindIt(_ race: Race) async throws {
    var found: [Int] = []
    for seed in Self.seeds where try await simulate(seed: seed, { try await race.happens() }) {
      found.append(seed)
    }
    if ProcessInfo.processInfo.environment["STATE_PRINT_RACES"] != nil {
      print("| \(race) | \(found.count) | \(found.first.map(String.init) ?? "none") |")
    }
    // Of fewer seeds none may find a rare one.
    if Self.seeds.count == 1000 { #expect(found.count >= race.leastCount) }
  }
}
