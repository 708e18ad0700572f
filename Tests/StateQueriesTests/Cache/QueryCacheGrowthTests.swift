import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// The work and the memory of a cache with many queries or watchers.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<1, stepLimit: 10_000_000), .timeLimit(.minutes(20)))
struct QueryCacheGrowthTests {
  private let clock = TestClock()
  private let service = WordService(isAutomatic: true)

  private func makeCache(entries: Int) -> QueryCache {
    var limits = QueryLimits()
    limits.entries = entries
    return QueryCache(limits: limits, clock: clock, environment: .controlled(clock, service))
  }

  @Test func tenThousandQueriesLeaveNoMoreThanTheLimit() async throws {
    let cache = makeCache(entries: 100)
    for id in 0..<10_000 {
      let query = WordQuery(id: id * WordQuery.rules.count)
      _ = try await cache.value(of: query)
      if id.isMultiple(of: 1_000) {
        _ = cache.resource(of: query)
        #expect(cache.count <= 100)
      }
    }
    #expect(cache.count == 100)
    await clock.advance(by: .seconds(301))
    await settle()
    #expect(cache.count == 0)
  }

  @Test func anAnswerReachesEachWatcherOnce() async {
    for count in [10, 100] {
      let cache = makeCache(entries: 1_000)
      cache.set("a", for: WordQuery(id: 0))
      var received = 0
      let watches = (0..<count).map { _ in
        cache.watch(WordQuery(id: 0)) { _ in received += 1 }
      }
      received = 0
      cache.set("b", for: WordQuery(id: 0))
      #expect(received == count)
      for watch in watches { watch.cancel() }
    }
  }

  @Test func aLimitCountsWhatMutationsAdd() async throws {
    var limits = QueryLimits()
    limits.bytes = 10
    let cache = QueryCache(limits: limits, clock: clock, environment: .controlled(clock, service))
    cache.set("aaaa", for: WordQuery(id: 0))
    cache.set("bbbb", for: WordQuery(id: 1))
    struct Long: QueryMutation {
      func send(in context: MutationContext) async throws {}
      func receive(_ answer: Void, _ patch: inout QueryPatch) {
        patch.update(WordQuery(id: 1)) { $0 += "+++" }
      }
    }
    try await cache.perform(Long())
    #expect(cache.resource(of: WordQuery(id: 0)).value == nil)
    #expect(cache.resource(of: WordQuery(id: 1)).value == "bbbb+++")
  }

  @Test func failuresLeaveNothing() async {
    let service = WordService()
    let cache = QueryCache(clock: clock, environment: .controlled(clock, service))
    for id in 0..<100 { cache.prefetch(WordQuery(id: id * WordQuery.rules.count)) }
    await settle()
    service.answer(isFailing: true)
    await settle()
    #expect(cache.troubleCount == 100)
    cache.receive(.memoryPressure)
    for id in 0..<100 { cache.remove(WordQuery(id: id * WordQuery.rules.count)) }
    #expect(cache.count == 0 && cache.troubleCount == 0)
  }

  // MARK: Dependencies

  private func makeCache(_ nodes: NodeService) -> QueryCache {
    var limits = QueryLimits()
    limits.entries = 100_000
    return QueryCache(
      limits: limits,
      clock: clock,
      environment: .controlled(clock: clock).changing { $0.nodes = nodes }
    )
  }

  @Test func linksGrowWithTheDependentsAndEndWithThem() async {
    for count in [300, 3_000] {
      let nodes = NodeService()
      let cache = makeCache(nodes)
      var watches: [QueryWatch] = []
      for index in 0..<count {
        // Identifiers of queries whose content isn't stale by age.
        let id = index / 100 * 1_000 + index % 100 + 1
        nodes.link(id, to: [0])
        watches.append(cache.watch(NodeQuery(id: id)) { _ in })
      }
      await settle()
      #expect(cache.dependencies.links.count == count && nodes.count == count + 1)
      cache.set(Node(id: 0, version: 1), for: NodeQuery(id: 0))
      await settle()
      #expect(cache.dependencies.links.count == count && nodes.count == 2 * count + 1)
      watches = []
      await clock.advance(by: .seconds(1_000))
      await settle()
      #expect(cache.dependencies.links.isEmpty && cache.dependencies.links.count == 0)
    }
  }

  @Test func aLoadWithManyDependenciesLinksEachOnce() async {
    let nodes = NodeService()
    let cache = makeCache(nodes)
    let ids = (1...1_000).map { $0 / 100 * 1_000 + $0 % 100 }
    nodes.link(0, to: ids.filter { $0 > 0 })
    let watch = cache.watch(NodeQuery(id: 0)) { _ in }
    await settle()
    for version in 1..<4 {
      let before = nodes.count(0)
      cache.set(Node(id: 7, version: version), for: NodeQuery(id: 7))
      await settle()
      #expect(nodes.count(0) == before + 1)
      #expect(cache.dependencies.links.count == 1_000)
    }
    watch.cancel()
  }
}
