import Foundation
import StateTestSupport
import StateTesting
import Testing

/// The number of seeds that find an order.
///
/// The article on simulations contains the table.
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
    // With fewer seeds, none of them may find a rare order.
    if Self.seeds.count == 1000 { #expect(found.count >= race.leastCount) }
  }
}
