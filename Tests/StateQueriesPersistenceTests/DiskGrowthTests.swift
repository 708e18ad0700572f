import Foundation
import StateCore
import StateQueries
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence
@testable import StateQueriesPersistence

/// The work and the memory of a cache with many records.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<1, stepLimit: 10_000_000), .timeLimit(.minutes(20)))
struct DiskGrowthTests {
  private let clock = TestClock()
  private let disk = TestDisk()
  private let environment: StoreEnvironment

  init() {
    environment = .controlled(clock, NoteService(isAutomatic: true))
  }

  private func pass() async {
    await settle()
    await clock.advance(by: .milliseconds(250))
    await settle()
  }

  @Test func theWritesGrowWithTheRecordsAndTheMemoryWithTheLimit() async throws {
    var limits = QueryLimits()
    limits.entries = 10
    let cache = QueryCache(limits: limits, clock: clock, environment: environment)
    try await cache.persist(in: disk.folder, version: 1)
    let queries = try #require(cache.records as? QueryDisk)
    for count in [100, 1_000] {
      let before = disk.writeCount
      for _ in 0..<5 {
        for id in 0..<count { cache.set("1", for: NoteQuery(id: id * 4)) }
      }
      await pass()
      #expect(disk.writeCount - before == count)
      #expect(cache.count == 10 && queries.pendingCount == 0)
    }
    cache.invalidate([QueryTag("note")])
    await pass()
    #expect(queries.pendingCount == 0)
    await cache.clear()
    #expect(disk.memory.keys == [])
  }

  @Test func aDiskThatFailsForeverKeepsNoContent() async throws {
    let cache = QueryCache(clock: clock, environment: environment)
    try await cache.persist(in: disk.folder, version: 1) { _ in }
    disk.isFailing = true
    let queries = try #require(cache.records as? QueryDisk)
    for round in 0..<20 {
      for id in 0..<50 { cache.set("\(round)", for: NoteQuery(id: id * 4)) }
      await pass()
    }
    #expect(queries.pendingCount == 50)
  }

  @Test func nothingIsLeftAfterTheCache() async throws {
    var cache: QueryCache? = QueryCache(clock: clock, environment: environment)
    try await cache?.persist(in: disk.folder, version: 1)
    weak let queries = cache?.records as? QueryDisk
    cache?.set("note", for: NoteQuery(id: 0))
    await settle()
    cache = nil
    await pass()
    #expect(queries == nil)
    #expect(disk.value(0) == "note")
  }
}
