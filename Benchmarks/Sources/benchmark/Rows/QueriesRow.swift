import Figures
import ScreenStateKit
import StateQueries

/// The cost of content by key, next to a dictionary of tasks.
enum QueriesRow: Row {
  static let name = "queries"

  private static let watcherCount = 100
  private static let limit = 1_000

  static func figures(rounds: Int) async -> [Figure] {
    await hits(rounds) + watches(rounds) + answers(rounds) + [
      await growth(rounds),
      Figure(row: name, "retained after 10,000 keys", bytes: await bytesRetained(), highest: 0),
    ]
  }

  private static func makeCache() -> QueryCache {
    var limits = QueryLimits()
    limits.entries = limit
    return QueryCache(limits: limits)
  }

  private static func hits(_ rounds: Int) async -> [Figure] {
    let (cache, tasks) = (makeCache(), TaskDictionary())
    cache.set(1, for: NumberQuery(id: 1))
    _ = try? await tasks.value(of: 1)
    let comparison = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { _ = try? await cache.value(of: NumberQuery(id: 1)) } },
      limit: { for _ in 0..<$0 { _ = try? await tasks.value(of: 1) } }
    )
    return [
      Figure(row: name, "fresh content", nanoseconds: comparison.operation),
      Figure(row: name, "content of a dictionary of tasks", nanoseconds: comparison.limit),
    ]
  }

  private static func watches(_ rounds: Int) async -> [Figure] {
    let cache = makeCache()
    cache.set(1, for: NumberQuery(id: 1))
    let comparison = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { cache.watch(NumberQuery(id: 1)) { _ in }.cancel() } },
      limit: { for _ in 0..<$0 { _ = cache.resource(of: NumberQuery(id: 1)) } }
    )
    return [
      Figure(row: name, "watch and its end", nanoseconds: comparison.operation),
      Figure(row: name, "look", nanoseconds: comparison.limit),
    ]
  }

  private static func answers(_ rounds: Int) async -> [Figure] {
    let cache = makeCache()
    let watches = (0..<watcherCount).map { _ in cache.watch(NumberQuery(id: 1)) { _ in } }
    let comparison = await Comparison.measure(
      rounds: rounds,
      operation: { for number in 0..<$0 { cache.set(number, for: NumberQuery(id: 1)) } },
      limit: { for number in 0..<$0 { cache.set(number, for: NumberQuery(id: 2)) } }
    )
    for watch in watches { watch.cancel() }
    return [
      Figure(
        row: name,
        "content that reaches \(watcherCount) watchers",
        nanoseconds: comparison.operation
      ),
      Figure(row: name, "content that reaches none", nanoseconds: comparison.limit),
    ]
  }

  /// 10,000 keys in a cache of 1,000 entries, compared with 1,000 keys.
  private static func growth(_ rounds: Int) async -> Figure {
    let comparison = await Comparison.measure(
      rounds: min(rounds, 5),
      parts: (10_000, 1_000),
      operation: { for _ in 0..<$0 { fill(makeCache(), 0..<10_000) } },
      limit: { for _ in 0..<$0 { fill(makeCache(), 0..<1_000) } }
    )
    return Figure(
      row: name,
      "10000 keys, each",
      against: "1000",
      comparison,
      highestRatio: 2
    )
  }

  private static func fill(_ cache: QueryCache, _ ids: Range<Int>) {
    for id in ids { cache.set(id, for: NumberQuery(id: id)) }
  }

  /// The memory that further keys retain in a cache whose limit they exceed.
  private static func bytesRetained() async -> Double {
    let cache = makeCache()
    fill(cache, 0..<10_000)
    var growth = Int.max
    for round in 1..<6 {
      let before = Heap.bytesInUse
      fill(cache, (round * 10_000)..<(round * 10_000 + 10_000))
      growth = min(growth, Heap.bytesInUse - before)
    }
    return Double(max(0, growth))
  }
}

private struct NumberQuery: ResourceQuery {
  let id: Int

  func load(in context: QueryContext) async throws -> Int { id }
}

/// What an app would write for the purpose.
@MainActor
private final class TaskDictionary {
  private var tasks: [Int: Task<Int, any Error>] = [:]

  func value(of id: Int) async throws -> Int {
    if let task = tasks[id] { return try await task.value }
    let task = Task<Int, any Error> { id }
    tasks[id] = task
    return try await task.value
  }
}
