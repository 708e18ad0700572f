import StateRequests
import StateTestSupport

/// Loads with the answers of a test, and their counts by key.
@MainActor
final class CountedLoads {
  private(set) var counts: [String: Int] = [:]
  private(set) var inFlight: [String: Int] = [:]
  private(set) var mostInFlight = 0
  private(set) var cancelledCount = 0
  /// Returns the content of a load by its number among those of the key.
  var answer: (String, Int) async throws -> String = { "\($0)\($1)" }

  var count: Int { counts.values.reduce(0, +) }

  func load(_ key: String) async throws -> String {
    counts[key, default: 0] += 1
    inFlight[key, default: 0] += 1
    mostInFlight = max(mostInFlight, inFlight[key] ?? 0)
    defer { inFlight[key, default: 0] -= 1 }
    do {
      return try await answer(key, counts[key] ?? 0)
    } catch {
      if Task.isCancelled { cancelledCount += 1 }
      throw error
    }
  }
}
