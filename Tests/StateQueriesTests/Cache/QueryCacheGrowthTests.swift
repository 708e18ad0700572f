import ScreenStateKit
import StateCore
import StateRequests
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

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

  // MARK: Followers

  @Test(arguments: [true, false]) func followersGrowWithTheirNumberAndEnd(isScreen: Bool) async {
    for count in [10, 100] {
      let cache = makeCache(entries: 1_000)
      let environment = StoreEnvironment.controlled(clock, service).changing { $0.queries = cache }
      var styles: [any FollowStyle] = []
      for index in 0..<count {
        let style: any FollowStyle =
          isScreen
          ? await ScreenFollowing(environment, clock) : await FeatureFollowing(environment, clock)
        // All of them follow one query, and each one another.
        style.follow(0, WordQuery(id: 0))
        style.follow(1, WordQuery(id: (index + 1) * WordQuery.rules.count))
        styles.append(style)
      }
      await settle()
      #expect(cache.count == count + 1 && cache.requests.callerCount == 2 * count)
      #expect(styles.allSatisfy { $0.state?.shown[0].value != nil })
      for style in styles {
        style.stop(0)
        style.stop(1)
      }
      await settle()
      #expect(cache.requests.callerCount == 0)
      let states = styles.compactMap { $0.state.map { ObjectIdentifier($0) } }
      #expect(states.allSatisfy { FollowedProperties.count(of: $0) == 0 })
      await clock.advance(by: .seconds(301))
      await settle()
      #expect(cache.count == 0)
    }
  }

  // MARK: Mutations

  @Test(arguments: [true, false])
  func mutationsOfStoresGrowWithTheirNumberAndLeaveNothing(isScreen: Bool) async {
    var costs: [Int] = []
    for count in [20, 200] {
      let service = WordService()
      var limits = QueryLimits()
      limits.entries = 10_000
      let cache = QueryCache(
        limits: limits,
        clock: clock,
        environment: .controlled(clock, service)
      )
      let environment = StoreEnvironment.controlled(clock, service).changing { $0.queries = cache }
      let writer: any Writing =
        isScreen
        ? await ScreenWriting(environment, clock) : FeatureWriting(environment, clock)
      let calls = LockIsolated(0)
      for id in 0..<count {
        cache.set("a", for: CountedMutation.query(id))
        writer.send(CountedMutation(id: id, calls: calls))
      }
      await settle()
      #expect(service.openMutations.count == count && cache.openChanges.count == count)
      for id in 0..<count { service.answer(id, id.isMultiple(of: 2) ? .empty : nil) }
      await settle()
      costs.append(calls.value / count)
      #expect(cache.openChanges.isEmpty)
      for id in 0..<count {
        let value = cache.resource(of: CountedMutation.query(id)).value
        #expect(value == (id.isMultiple(of: 2) ? "a+" : "a"))
      }
      await clock.advance(by: .seconds(301))
      await settle()
      #expect(cache.count == 0 && cache.requests.callerCount == 0)
    }
    // Each change is applied as often among many as among few.
    #expect(costs[0] == costs[1])
  }

  // MARK: Entities

  @Test func entitiesGrowWithTheirNumberAndEndWithTheirEntries() async throws {
    for count in [100, 1_000] {
      var limits = QueryLimits()
      limits.entries = 10_000
      let cache = QueryCache(limits: limits, clock: clock, environment: .controlled(clock: clock))
      let books = (0..<count).map { Book(id: $0, title: "\($0)") }
      for index in 0..<10 {
        cache.set(Shelf(books: books, featured: books.first), for: ShelfQuery(id: index))
      }
      for book in books { cache.set(book, for: BookQuery(id: book.id)) }
      #expect(cache.entities.counts.entities == count)
      // One note per entry, and one for what its entities are.
      #expect(cache.entities.counts.notes == 2 * (count + 10))
      var received = 0
      let watches = (0..<10).map { cache.watch(ShelfQuery(id: $0)) { _ in received += 1 } }
      received = 0
      cache.set(Book(id: 5, title: "new"), for: BookQuery(id: 5))
      #expect(received == 10)
      for watch in watches { watch.cancel() }
      for index in 0..<10 { cache.remove(ShelfQuery(id: index)) }
      #expect(cache.entities.counts.entities == count)
      await clock.advance(by: .seconds(1_000))
      await settle()
      #expect(cache.count == 0 && cache.entities.counts == (0, 0))
    }
  }

  @Test func mutationsOfEntitiesLeaveNothing() async throws {
    let environment = StoreEnvironment.controlled(clock: clock)
      .changing { $0.books = BookService(isAutomatic: true) }
    let cache = QueryCache(clock: clock, environment: environment)
    cache.set(Book(id: 0, title: "a"), for: BookQuery(id: 0))
    let before = cache.entities.counts
    for number in 0..<100 {
      let isKnown = number.isMultiple(of: 2)
      try await cache.perform(
        BookMutation(id: number) {
          $0.update(Book.self, id: isKnown ? 0 : number) { $0.title = "b" }
        }
      )
    }
    #expect(cache.entities.counts == before)
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

/// A mutation that counts how often its change is applied.
private struct CountedMutation: QueryMutation, Hashable {
  let id: Int
  let calls: LockIsolated<Int>

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  static func query(_ id: Int) -> WordQuery { WordQuery(id: id * WordQuery.rules.count) }

  func send(in context: MutationContext) async throws {
    _ = try await context.environment.words.send(id, context.key)
  }

  func change(_ patch: inout QueryPatch) {
    patch.update(Self.query(id)) { [calls] word in
      calls.withValue { $0 += 1 }
      word += "+"
    }
  }
}

/// A store that performs mutations, in one of the styles.
@MainActor
private protocol Writing {
  func send(_ mutation: CountedMutation)
}

@MainActor
private final class ScreenWriting: Writing {
  private actor Writer: ScreenStore {
    struct Action: ActionLockable, Hashable {
      let mutation: CountedMutation
      var lockKey: AnyHashable { mutation }
    }

    nonisolated let binding: ScreenBinding<FollowState>

    init(_ environment: StoreEnvironment, _ clock: TestClock) {
      binding = ScreenBinding(clock: clock, environment: environment)
    }

    func perform(_ action: Action) async throws {
      try await StoreEnvironment.current.queries.perform(action.mutation)
    }
  }

  private let state = FollowState()
  private let store: Writer
  private var tasks: [AnyTask] = []

  init(_ environment: StoreEnvironment, _ clock: TestClock) async {
    store = Writer(environment, clock)
    await store.bind(to: state)
  }

  func send(_ mutation: CountedMutation) { tasks.append(store.send(.init(mutation: mutation))) }
}

@MainActor
private final class FeatureWriting: Writing {
  private struct Writer: Feature {
    func handle() -> ActionHandler<CountedMutation, FollowState> {
      ActionHandler { mutation, _ in
        .run { _ in try? await StoreEnvironment.current.queries.perform(mutation) }
      }
    }
  }

  private let store: Store<Writer>

  init(_ environment: StoreEnvironment, _ clock: TestClock) {
    store = Store(
      initialState: FollowState(),
      feature: Writer(),
      clock: clock,
      environment: environment
    )
  }

  func send(_ mutation: CountedMutation) { store.send(mutation) }
}
