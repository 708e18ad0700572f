import Foundation
import ScreenStateKit
import StateCore
import StateRequests
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// The entries of a cache as an inspector lists and changes them.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<30), .timeLimit(.minutes(20)))
struct QueryInspectionTests {
  private let clock = TestClock()
  private let service = WordService()
  private let cache: QueryCache
  private let inspector = InspectorID()
  // A failed load has no further attempt.
  private let query = BriefQuery(id: 0)

  private struct BriefQuery: ResourceQuery {
    let id: Int

    var options: QueryOptions {
      .make {
        $0.retry = .never
        $0.whenUnwatched = .cancel
        $0.triggers = []
      }
    }

    func load(in context: QueryContext) async throws -> String {
      try await context.environment.words.word(id, context)
    }
  }

  init() {
    cache = QueryCache(clock: clock, environment: .controlled(clock, service))
  }

  private func entry() throws -> SharedEntry { try #require(cache.lastEntries(1).first) }

  private func change(_ change: SharedEntryChange) throws {
    #expect(cache.change(try entry().number, change, by: inspector))
  }

  @Test func anEntryKeepsItsNumberUntilItEnds() async throws {
    cache.set("a", for: query)
    cache.set("b", for: BriefQuery(id: 1))
    let numbers = Set(cache.lastEntries(5).map(\.number))
    #expect(numbers.count == 2)
    #expect(Set(cache.lastEntries(5).map(\.number)) == numbers)
    let first = try #require(numbers.min())
    cache.remove(query)
    cache.remove(BriefQuery(id: 1))
    cache.set("a", for: query)
    #expect(!numbers.contains(try entry().number))
    #expect(!cache.change(first, .reload, by: inspector))
  }

  @Test func changesAnEntry() async throws {
    cache.set("a", for: query)
    try change(.reload)
    await settle()
    service.answer()
    await settle()
    #expect(cache.resource(of: query).value == "0.1")
    try change(.invalidate)
    #expect(try entry().isStale)
    #expect(service.count == 1)
    try change(.remove)
    #expect(cache.resource(of: query).value == nil)
    #expect(cache.entryCount == 0)
  }

  @Test func aFailingEntryKeepsItsContentAndLoadsAgainAfterwards() async throws {
    cache.set("a", for: query)
    let watch = cache.watch(query) { _ in }
    try change(.simulate(.failing("It is raining.")))
    await settle()
    let failed = try entry()
    #expect(failed.simulated == .failing("It is raining."))
    #expect(failed.error.map { "\($0.localizedDescription)" } == "It is raining.")
    #expect(cache.resource(of: query).value == "a")
    #expect(service.count == 0)
    try change(.simulate(nil))
    await settle()
    service.answer()
    await settle()
    let simulated = try entry().simulated
    #expect(simulated == nil)
    let error = try entry().error
    #expect(error == nil)
    #expect(cache.resource(of: query).value == "0.1")
    watch.cancel()
  }

  @Test func anEndlessLoadEndsWithAnotherChoice() async throws {
    cache.set("a", for: query)
    let watch = cache.watch(query) { _ in }
    try change(.simulate(.endless))
    await settle()
    #expect(try entry().isLoading)
    await clock.advance(by: .seconds(1_000))
    #expect(try entry().isLoading)
    #expect(service.count == 0)
    try change(.simulate(nil))
    await settle()
    // The load that hung continues, and no other one follows.
    service.answer()
    await settle()
    #expect(try !entry().isLoading)
    #expect(service.count == 1)
    #expect(cache.resource(of: query).value == "0.1")
    watch.cancel()
  }

  @Test func anEndlessLoadIsCancelledWithItsEntry() async throws {
    cache.set("a", for: query)
    try change(.simulate(.endless))
    await settle()
    cache.remove(query)
    await settle()
    #expect(cache.entryCount == 0)
    #expect(cache.inspection.count == 0)
    #expect(cache.inspection.waiterCount == 0)
  }

  @Test func aSlowLoadWaitsFirst() async throws {
    cache.set("a", for: query)
    let watch = cache.watch(query) { _ in }
    try change(.simulate(.slow(.seconds(4))))
    await settle()
    await clock.advance(by: .milliseconds(3_900))
    #expect(service.count == 0)
    await clock.advance(by: .milliseconds(100))
    await settle()
    #expect(service.count == 1)
    service.answer()
    await settle()
    #expect(cache.resource(of: query).value == "0.1")
    watch.cancel()
  }

  @Test func aSlowLoadEndsWithAnotherChoice() async throws {
    cache.set("a", for: query)
    let watch = cache.watch(query) { _ in }
    try change(.simulate(.slow(.seconds(1_000))))
    await settle()
    try change(.simulate(.endless))
    await settle()
    await clock.advance(by: .seconds(1_000))
    #expect(service.count == 0)
    try change(.simulate(.slow(.seconds(1_000))))
    await settle()
    try change(.simulate(nil))
    await settle()
    #expect(service.count == 1)
    service.answer()
    await settle()
    #expect(cache.resource(of: query).value == "0.1")
    try change(.simulate(.slow(.seconds(1_000))))
    await settle()
    try change(.simulate(.failing("It is raining.")))
    await settle()
    #expect(try entry().error?.localizedDescription == "It is raining.")
    #expect(try !entry().isLoading)
    #expect(service.count == 1)
    watch.cancel()
  }

  @Test func reloadsOfAnEndlessLoadLeaveNoCallers() async throws {
    cache.set("a", for: query)
    let watch = cache.watch(query) { _ in }
    try change(.simulate(.endless))
    await settle()
    for _ in 0..<100 { try change(.reload) }
    await settle()
    #expect(try entry().isLoading)
    #expect(try entry().waiterCount == 0)
    #expect(cache.requests.callerCount == 1)
    // Without the screen, only the inspector wants the load.
    watch.cancel()
    await settle()
    #expect(try !entry().isLoading)
    #expect(cache.inspection.waiterCount == 0)
  }

  @Test func anEndlessLoadWithoutAScreenEnds() async throws {
    cache.set("a", for: query)
    try change(.simulate(.endless))
    await settle()
    #expect(try !entry().isLoading)
    #expect(cache.requests.callerCount == 0)
  }

  @Test func reloadsOfARealLoadHaveOneCaller() async throws {
    cache.set("a", for: query)
    let watch = cache.watch(query) { _ in }
    try change(.reload)
    await settle()
    for _ in 0..<100 { try change(.reload) }
    #expect(cache.requests.callerCount == 2)
    #expect(try entry().waiterCount == 0)
    // The next load begins after the last request.
    service.answer()
    await settle()
    #expect(service.count == 2)
    try change(.simulate(.endless))
    service.answer()
    await settle()
    #expect(try entry().isLoading)
    #expect(cache.requests.callerCount == 1)
    watch.cancel()
    await settle()
    #expect(cache.requests.callerCount == 0)
    cache.remove(query)
    #expect(cache.inspection.count == 0)
  }

  @Test func anInspectorReleasesOnlyWhatItHasChosen() async throws {
    let other = InspectorID()
    cache.set("a", for: query)
    let watch = cache.watch(query) { _ in }
    try change(.simulate(.endless))
    await settle()
    cache.release(other)
    #expect(try entry().simulated == .endless)
    cache.release(inspector)
    #expect(try entry().simulated == nil)
    await settle()
    service.answer()
    await settle()
    #expect(try !entry().isLoading)
    #expect(cache.resource(of: query).value == "0.1")
    #expect(cache.change(try entry().number, .simulate(.endless), by: inspector))
    #expect(cache.change(try entry().number, .simulate(.failing("a")), by: other))
    cache.release(inspector)
    #expect(try entry().simulated == .failing("a"))
    cache.release(other)
    #expect(try entry().simulated == nil)
    watch.cancel()
  }

  @Test func theConnectionIsThatOfTheCache() {
    #expect(cache.isOnline)
    cache.connect(false, by: inspector)
    #expect(!cache.isOnline)
    cache.receive(.online)
    #expect(cache.isOnline)
  }

  @Test func theConnectionReturnsWithTheEndOfTheInspector() {
    let other = InspectorID()
    cache.connect(false, by: inspector)
    cache.release(other)
    #expect(!cache.isOnline)
    cache.release(inspector)
    #expect(cache.isOnline)
    cache.connect(false, by: inspector)
    cache.connect(false, by: other)
    cache.release(inspector)
    #expect(!cache.isOnline)
    cache.release(other)
    #expect(cache.isOnline)
    // What the app says counts.
    cache.connect(false, by: inspector)
    cache.receive(.offline)
    cache.release(inspector)
    #expect(!cache.isOnline)
    cache.connect(true, by: inspector)
    #expect(cache.isOnline)
    cache.release(inspector)
    #expect(!cache.isOnline)
  }

  @Test func nothingIsKeptOfEndedEntries() {
    for id in 0..<1_000 {
      cache.set("a", for: BriefQuery(id: id))
      _ = cache.lastEntries(10)
      cache.remove(BriefQuery(id: id))
    }
    #expect(cache.inspection.count == 0)
  }
}
