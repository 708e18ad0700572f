import Foundation
import StateCore
import StatePersistence
import StateQueries
import StateQueriesPersistence
import StateTestSupport
import Testing

/// A cache with records in files, on all threads.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct DiskThreadsTests {
  private let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func makeCache() async throws -> QueryCache {
    let environment = StoreEnvironment.live.changing { $0.notes = NoteService(isAutomatic: true) }
    let cache = QueryCache(environment: environment)
    try await cache.persist(in: .folder(url), version: 1)
    return cache
  }

  @Test func aClearDuringWritesLeavesNoFile() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let cache = try await makeCache()
    for round in 0..<20 {
      for id in 0..<4 { cache.set("secret", for: NoteQuery(id: id * 4)) }
      // Without a delay, the writes are running.
      cache.receive(.inactive)
      for _ in 0..<round { await Task.yield() }
      cache.set("secret", for: NoteQuery(id: 0))
      cache.receive(.inactive)
      await cache.clear()
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
      #expect(names == [".lock"], "round \(round)")
    }
  }

  @Test func theNextCacheFindsTheFiles() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    var cache: QueryCache? = try await makeCache()
    cache?.set("note", for: NoteQuery(id: 0))
    cache = nil
    // It waits for the last write of the first one.
    let next = try await makeCache()
    #expect(try await next.value(of: NoteQuery(id: 0)) == "note")
    await next.clear()
  }
}
