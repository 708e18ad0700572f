import StateTestSupport
import StateTesting
import Testing

/// The orders of threads that no seed produces, as listed in the article on simulations, and the changes that make them
/// possible.
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct MissingOrdersTests {
  private actor Log {
    private(set) var entries: [String] = []

    func add(_ entry: String) { entries.append(entry) }

    /// Notes the call while others do so too.
    func note(_ entry: String, in entries: LockIsolated<[String]>, yields: Bool) async {
      if yields { await Task.yield() }
      entries.withValue { $0.append(entry) }
    }
  }

  /// Whether one of many seeds produces an order.
  private func isFound(
    _ order: [String],
    _ body: @escaping @Sendable () async throws -> [String]
  ) async throws -> Bool {
    for seed in 0..<500 where try await simulate(seed: seed, { try await body() }) == order {
      return true
    }
    return false
  }

  @Test(arguments: [false, true])
  func aStartedTaskComesBeforeItsCreatorsNextAwait(yields: Bool) async throws {
    let isFound = try await isFound(["b1", "b2", "a1", "a2"]) {
      let log = Log()
      let other = Task {
        await log.add("b1")
        await log.add("b2")
      }
      if yields { await Task.yield() }
      await log.add("a1")
      await log.add("a2")
      await other.value
      return await log.entries
    }
    #expect(isFound == yields)
  }

  @Test(arguments: [false, true])
  func theSecondOfTwoImmediateTasksArrivesFirst(yields: Bool) async throws {
    let isFound = try await isFound(["b1", "a1", "a2", "b2"]) {
      let log = Log()
      let tasks = ["a", "b"].map { name in
        Task.immediate {
          if yields { await Task.yield() }
          await log.add(name + "1")
          await log.add(name + "2")
        }
      }
      for task in tasks { await task.value }
      return await log.entries
    }
    #expect(isFound == yields)
  }

  @Test(arguments: [false, true])
  func somethingHappensBetweenCallsThatWaitForOneActor(yields: Bool) async throws {
    let isFound = try await isFound(["a", "other", "b"]) {
      let log = Log()
      let entries = LockIsolated<[String]>([])
      let tasks = ["a", "b"].map { name in
        Task.immediate { await log.note(name, in: entries, yields: yields) }
      }
      let other = Task { entries.withValue { $0.append("other") } }
      for task in tasks { await task.value }
      await other.value
      return entries.value
    }
    #expect(isFound == yields)
  }
}
