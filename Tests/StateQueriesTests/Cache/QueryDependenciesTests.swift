import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// Loads that ask for other queries.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<30), .timeLimit(.minutes(20)))
struct QueryDependenciesTests {
  private let clock = TestClock()
  private let service = NodeService()
  private let cache: QueryCache

  init() {
    let service = service
    cache = QueryCache(
      clock: clock,
      environment: .controlled(clock: clock).changing { $0.nodes = service }
    )
  }

  private func watch(_ ids: Int...) -> [QueryWatch] {
    ids.map { cache.watch(NodeQuery(id: $0)) { _ in } }
  }

  private func value(_ id: Int) -> Task<Node, any Error> {
    Task { [cache] in try await cache.value(of: NodeQuery(id: id)) }
  }

  private func resource(_ id: Int) -> Resource<Node> { cache.resource(of: NodeQuery(id: id)) }

  private func set(_ id: Int, _ version: Int) {
    cache.set(Node(id: id, version: version), for: NodeQuery(id: id))
  }

  private func counts(_ ids: Int...) -> [Int] { ids.map { service.count($0) } }

  /// Ends all that is left, which leaves no links.
  private func end(_ watches: [QueryWatch]) async {
    for watch in watches { watch.cancel() }
    while let id = service.open.first {
      service.answer(id)
      await settle()
    }
    await clock.advance(by: .seconds(1_000))
    await settle()
    #expect(cache.count == 0)
    #expect(cache.dependencies.links.isEmpty && cache.dependencies.links.count == 0)
  }

  // MARK: Links

  @Test func aLoadGetsFreshContentOrLoadsIt() async throws {
    service.link(1, to: [2, 3])
    set(2, 7)
    let watches = watch(1)
    await settle()
    #expect(resource(1).value?.parts == [Node(id: 2, version: 7), Node(id: 3, version: 0)])
    #expect(counts(1, 2, 3) == [1, 0, 1])
    #expect(service.loads[3] == [.value])
    await end(watches)
  }

  @Test func aLoadJoinsTheLoadOfADependency() async throws {
    service.link(1, to: [2])
    service.hold(2)
    let first = value(2)
    await settle()
    let second = value(1)
    await settle()
    #expect(service.open == [2])
    service.answer(2)
    #expect(try await second.value.parts == [try await first.value])
    #expect(counts(1, 2) == [1, 1])
    await end([])
  }

  @Test func aFailedReloadOfADependencyLeavesNoFreshDependents() async throws {
    service.link(1, to: [2])
    let watches = watch(2)
    #expect(try await value(1).value.parts == [Node(id: 2, version: 0)])
    service.fail(2)
    cache.invalidate(NodeQuery(id: 2))
    await settle()
    for _ in 0..<5 {
      await clock.advance(by: .seconds(6))
      await settle()
    }
    #expect(resource(2).error != nil && resource(2).isInvalidated)
    service.fail(2, false)
    service.change(2)
    #expect(try await value(1).value.parts == [Node(id: 2, version: 1)])
    await end(watches)
  }

  @Test func aSetValueOfADependencyLoadsAgain() async {
    service.link(1, to: [2])
    let watches = watch(1)
    await settle()
    set(2, 5)
    await settle()
    #expect(resource(1).value?.parts == [Node(id: 2, version: 5)])
    #expect(service.loads[1] == [.watch, .dependency])
    await end(watches)
  }

  @Test func onlyOtherContentOfALoadCounts() async throws {
    service.link(1, to: [2])
    let watches = watch(1)
    await settle()
    _ = try await cache.reload(NodeQuery(id: 2))
    await settle()
    #expect(counts(1, 2) == [1, 2])
    service.change(2)
    _ = try await cache.reload(NodeQuery(id: 2))
    await settle()
    #expect(counts(1, 2) == [2, 3])
    #expect(resource(1).value?.parts.first?.version == 1)
    await end(watches)
  }

  @Test func contentThatCannotBeComparedCountsAsOther() async throws {
    struct Opaque: Sendable {}
    struct OpaqueQuery: ResourceQuery {
      func load(in context: QueryContext) async throws -> Opaque { Opaque() }
    }
    struct User: ResourceQuery {
      let count: LockIsolated<Int>
      static func == (lhs: Self, rhs: Self) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
      func load(in context: QueryContext) async throws -> Int {
        _ = try await context.value(of: OpaqueQuery())
        return count.withValue {
          $0 += 1
          return $0
        }
      }
    }
    let query = User(count: LockIsolated(0))
    let watch = cache.watch(query) { _ in }
    await settle()
    try await cache.reload(OpaqueQuery())
    await settle()
    #expect(cache.resource(of: query).value == 2)
    watch.cancel()
  }

  @Test func anUnwatchedDependentIsStaleAndLoadsAtItsNextUse() async throws {
    service.link(1, to: [2])
    _ = try await value(1).value
    set(2, 5)
    await settle()
    #expect(resource(1).isInvalidated)
    #expect(counts(1) == [1])
    #expect(try await value(1).value.parts == [Node(id: 2, version: 5)])
    await end([])
  }

  @Test func eachLoadRenewsTheLinks() async throws {
    service.link(1, to: [2])
    let watches = watch(1)
    await settle()
    service.link(1, to: [3])
    _ = try await cache.reload(NodeQuery(id: 1))
    set(2, 5)
    await settle()
    #expect(counts(1) == [2])
    set(3, 5)
    await settle()
    #expect(counts(1) == [3])
    await end(watches)
  }

  @Test func aFailedLoadKeepsTheLinksOfTheContentAndItsOwn() async throws {
    service.link(1, to: [2])
    _ = try await value(1).value
    service.link(1, to: [3])
    service.fail(1)
    let load = Task { [cache] in try await cache.reload(NodeQuery(id: 1)) }
    for _ in 0..<3 {
      await settle()
      await clock.advance(by: .seconds(6))
    }
    await #expect(throws: NodeQuery.Failure.self) { try await load.value }
    #expect(cache.dependencies.links.dependencies(of: QueryKey(NodeQuery(id: 1))).count == 2)
    service.fail(1, false)
    let watches = watch(1)
    await settle()
    let count = service.count(1)
    set(3, 5)
    await settle()
    #expect(service.count(1) == count + 1)
    await end(watches)
  }

  // MARK: Writes

  private struct Write: QueryMutation {
    let id: Int
    var isFailing = false

    func send(in context: MutationContext) async throws {
      try await context.environment.clock.sleep(for: .seconds(1))
      if isFailing { throw NodeQuery.Failure() }
    }

    func change(_ patch: inout QueryPatch) {
      patch.update(NodeQuery(id: id)) { $0.version += 10 }
    }
  }

  @Test(arguments: [false, true]) func onlyAConfirmedChangeReachesDependents(isFailing: Bool) async
  {
    service.link(1, to: [2])
    let watches = watch(1)
    await settle()
    let write = Task { [cache] in
      try? await cache.perform(Write(id: 2, isFailing: isFailing))
    }
    await settle()
    #expect(resource(2).value?.version == 10)
    // A load gets content without unconfirmed changes.
    cache.invalidate(NodeQuery(id: 1))
    await settle()
    #expect(resource(1).value?.parts.first?.version == 0)
    #expect(counts(1) == [2])
    await clock.advance(by: .seconds(1))
    await write.value
    await settle()
    #expect(counts(1) == [isFailing ? 2 : 3])
    #expect(resource(1).value?.parts.first?.version == (isFailing ? 0 : 10))
    await end(watches)
  }

  @Test(arguments: [false, true]) func aConfirmedChangeReachesTheDependentsOfAnEndedEntry(
    isFailing: Bool
  ) async {
    service.link(1, to: [2])
    let watches = watch(1)
    await settle()
    cache.receive(.memoryPressure)
    #expect(cache.count == 1)
    let write = Task { [cache] in
      try? await cache.perform(Write(id: 2, isFailing: isFailing))
    }
    await settle()
    #expect(counts(1) == [1])
    await clock.advance(by: .seconds(1))
    await write.value
    await settle()
    #expect(counts(1, 2) == (isFailing ? [1, 1] : [2, 2]))
    await end(watches)
  }

  // MARK: Removals

  @Test func aRemovedDependencyLoadsAgainForItsDependents() async {
    service.link(1, to: [2])
    let watches = watch(1)
    await settle()
    service.change(2)
    cache.remove(NodeQuery(id: 2))
    await settle()
    #expect(resource(1).value?.parts.first?.version == 1)
    #expect(counts(1, 2) == [2, 2])
    await end(watches)
  }

  @Test func aWatchedDependencyThatIsRemovedReachesItsDependentsOnce() async {
    service.link(1, to: [2])
    let watches = watch(1, 2)
    await settle()
    cache.remove(NodeQuery(id: 2))
    await settle()
    #expect(counts(1, 2) == [2, 2])
    await end(watches)
  }

  @Test func anEvictionChangesNothingUntilOtherContentArrives() async throws {
    service.link(1, to: [2])
    let watches = watch(1)
    await settle()
    cache.receive(.memoryPressure)
    #expect(cache.count == 1)
    await settle()
    #expect(counts(1, 2) == [1, 1])
    // The earlier content is unknown by now.
    _ = try await value(2).value
    await settle()
    #expect(counts(1, 2) == [2, 2])
    // A removal without an entry is still a removal.
    cache.receive(.memoryPressure)
    cache.remove(NodeQuery(id: 2))
    await settle()
    #expect(counts(1, 2) == [3, 3])
    await end(watches)
  }

  @Test(arguments: [false, true]) func anInvalidationReachesTheDependentsOfAnEndedEntry(
    isTag: Bool
  ) async {
    service.link(1, to: [2])
    let watches = watch(1)
    await settle()
    await clock.advance(by: .seconds(400))
    #expect(cache.count == 1)
    service.change(2)
    // Only the content of the node has the tag.
    if isTag { cache.invalidate([.node(2)]) } else { cache.invalidate(NodeQuery(id: 2)) }
    await settle()
    #expect(resource(1).value?.parts.first?.version == 1)
    #expect(counts(1, 2) == [2, 2])
    await end(watches)
  }

  @Test func aChangeReachesTheDependentsThroughEndedEntries() async {
    service.link(1, to: [2])
    service.link(2, to: [3])
    let watches = watch(1, 3)
    await settle()
    await clock.advance(by: .seconds(400))
    #expect(cache.count == 2)
    service.change(3)
    cache.invalidate(NodeQuery(id: 3))
    await settle()
    #expect(resource(1).value?.parts.first?.parts.first?.version == 1)
    #expect(counts(1, 2, 3) == [2, 2, 2])
    await end(watches)
  }

  @Test func theLinksOfEndedEntriesEndWithTheirDependents() async {
    service.link(1, to: [2])
    service.link(2, to: [3])
    let watches = watch(1)
    await settle()
    await clock.advance(by: .seconds(400))
    #expect(cache.dependencies.links.count == 2)
    service.link(1, to: [])
    cache.invalidate(NodeQuery(id: 1))
    await settle()
    #expect(cache.dependencies.links.isEmpty)
    await end(watches)
  }

  @Test func aSetValueAfterAnEvictionIsOtherContentEvenIfALoadWaitsForIt() async {
    service.link(1, to: [2])
    service.link(4, to: [2])
    let watches = watch(1)
    await settle()
    cache.receive(.memoryPressure)
    service.hold(2)
    let others = watch(4)
    await settle()
    #expect(service.open == [2])
    set(2, 5)
    await settle()
    #expect(resource(1).value?.parts == [Node(id: 2, version: 5)])
    #expect(resource(4).value?.parts == [Node(id: 2, version: 5)])
    #expect(counts(1, 4) == [2, 1])
    await end(watches + others)
  }

  @Test func clearEndsAllLinks() async {
    service.link(1, to: [2])
    service.hold(2)
    let watches = watch(1)
    await settle()
    await cache.clear()
    #expect(cache.dependencies.links.isEmpty)
    service.answer(2)
    await settle()
    #expect(counts(1, 2) == [1, 1] && cache.count == 0)
    await end(watches)
  }

  // MARK: Waits

  @Test func aRemovalDuringAWaitLoadsTheDependencyAgain() async throws {
    service.link(1, to: [2])
    service.hold(2)
    let load = value(1)
    await settle()
    cache.remove(NodeQuery(id: 2))
    await settle()
    #expect(service.open == [2, 2])
    service.change(2)
    service.answer(2)
    service.answer(2)
    #expect(try await load.value.parts.first?.version == 1)
    #expect(counts(1, 2) == [1, 2])
    await end([])
  }

  @Test func aLoadWaitsForTheAttemptsOfADependency() async throws {
    service.link(1, to: [2])
    service.fail(2)
    let load = value(1)
    await settle()
    #expect(resource(2).retry?.nextAttempt == 2 && resource(1).retry == nil)
    service.fail(2, false)
    await clock.advance(by: .seconds(6))
    _ = try await load.value
    #expect(counts(1, 2) == [1, 2])
    await end([])
  }

  @Test func aFailedDependencyIsNotRetriedByItsDependent() async throws {
    service.link(1, to: [2])
    service.fail(2)
    let watches = watch(1)
    await settle()
    for _ in 0..<5 {
      await clock.advance(by: .seconds(6))
      await settle()
    }
    #expect(resource(1).error != nil && !resource(1).isLoading)
    #expect(counts(1, 2) == [1, 3])
    // The content of the dependency is what the dependent lacks.
    service.fail(2, false)
    _ = try await value(2).value
    await settle()
    #expect(resource(1).value?.parts.count == 1)
    #expect(service.loads[1] == [.watch, .dependency])
    await end(watches)
  }

  @Test func aDependentThatDoesWithoutADependencyLoadsAgainWithIt() async throws {
    service.link(1, to: [2], isOptional: true)
    set(2, 0)
    cache.invalidate(NodeQuery(id: 2))
    service.fail(2)
    let watches = watch(1)
    await settle()
    for _ in 0..<3 {
      await clock.advance(by: .seconds(6))
      await settle()
    }
    #expect(resource(1).value?.parts == [])
    service.fail(2, false)
    // Equal content is news for a load that got an error.
    _ = try await value(2).value
    await settle()
    #expect(resource(1).value?.parts.count == 1)
    await end(watches)
  }

  @Test func offlineADependentPausesWithItsDependency() async {
    service.link(1, to: [2])
    service.fail(2)
    let watches = watch(1)
    await settle()
    cache.receive(.offline)
    await settle()
    #expect(resource(1).isLoading)
    service.fail(2, false)
    cache.receive(.online)
    await settle()
    #expect(resource(1).value?.parts.count == 1)
    #expect(counts(1, 2) == [2, 2])
    await end(watches)
  }

  @Test func afterAShortTimeOfflineADependentLoadsAgain() async {
    service.link(1, to: [2])
    service.fail(2)
    let watches = watch(1)
    await settle()
    // The error of the dependency reaches the dependent's load after the network is back.
    cache.receive(.offline)
    cache.receive(.online)
    await settle()
    service.fail(2, false)
    await clock.advance(by: .seconds(10))
    await settle()
    #expect(resource(1).value?.parts.count == 1 && resource(1).error == nil)
    await end(watches)
  }

  @Test func tagsReachTheDependentsOfContentThatIsNotKept() async {
    service.link(1, to: [300])
    let watches = watch(1)
    await settle()
    #expect(cache.count == 1)
    service.change(300)
    cache.invalidate([.node(300)])
    await settle()
    #expect(resource(1).value?.parts.first?.version == 1)
    await end(watches)
  }

  @Test(arguments: [2, 200]) func theDependencyDecidesWhetherALoadThatNoOneWaitsForEnds(
    dependency: Int
  ) async {
    service.link(201, to: [dependency])
    service.hold(dependency)
    var watches = watch(201)
    await settle()
    watches = []
    await settle()
    #expect(!resource(201).isLoading)
    #expect(resource(dependency).isLoading == (dependency == 2))
    await end(watches)
  }

  @Test func aContextEndsWithItsAttempt() async throws {
    struct Leaking: ResourceQuery {
      let context = LockIsolated<QueryContext?>(nil)
      static func == (lhs: Self, rhs: Self) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
      func load(in context: QueryContext) async throws -> Int {
        self.context.withValue { $0 = context }
        return 0
      }
    }
    let query = Leaking()
    _ = try await cache.value(of: query)
    let context = try #require(query.context.withValue { $0 })
    await #expect(throws: CancellationError.self) {
      try await context.value(of: NodeQuery(id: 1))
    }
    #expect(counts(1) == [0])
  }

  @Test func theEndOfACacheEndsTheWaitsOfItsLoads() async {
    service.link(1, to: [2])
    service.hold(2)
    weak var released: QueryCache?
    do {
      let service = service
      let cache = QueryCache(
        clock: clock,
        environment: .controlled(clock: clock).changing { $0.nodes = service }
      )
      released = cache
      cache.prefetch(NodeQuery(id: 1))
      await settle()
    }
    await settle()
    #expect(released == nil)
    #expect(service.errors.count == 1)
    service.answer(2)
    await settle()
  }

  // MARK: Order

  @Test(arguments: [[2, 3], [3, 2]]) func aDiamondLoadsEachQueryOnce(order: [Int]) async {
    service.link(1, to: [2, 3])
    service.link(2, to: [4])
    service.link(3, to: [4])
    let watches = watch(1, 2, 3, 4)
    await settle()
    #expect(counts(1, 2, 3, 4) == [1, 1, 1, 1])
    service.hold(2, 3)
    set(4, 5)
    await settle()
    #expect(service.open.sorted() == [2, 3])
    for id in order {
      service.answer(id)
      await settle()
    }
    #expect(counts(1, 2, 3, 4) == [2, 2, 2, 1])
    #expect(resource(1).value?.parts.map { $0.parts[0].version } == [5, 5])
    await end(watches)
  }

  @Test func aChangeReachesTheWatchedQueryThroughUnwatchedOnes() async {
    service.link(1, to: [2, 3])
    service.link(2, to: [4])
    service.link(3, to: [4])
    let watches = watch(1)
    await settle()
    set(4, 5)
    await settle()
    #expect(counts(1, 2, 3, 4) == [2, 2, 2, 1])
    #expect(resource(1).value?.parts.map { $0.parts[0].version } == [5, 5])
    cache.invalidate(NodeQuery(id: 2))
    await settle()
    #expect(counts(1, 2, 3, 4) == [3, 3, 2, 1])
    await end(watches)
  }

  @Test func anInvalidationOfAnInactiveAppReachesTheDependents() async throws {
    service.link(1, to: [2])
    let watches = watch(1)
    await settle()
    cache.receive(.inactive)
    let others = watch(2)
    cache.invalidate(NodeQuery(id: 2))
    await settle()
    #expect(resource(1).isInvalidated && counts(1, 2) == [1, 1])
    _ = try await value(1).value
    #expect(counts(1, 2) == [2, 2])
    cache.receive(.active)
    await settle()
    #expect(counts(1, 2) == [2, 2])
    await end(watches + others)
  }

  @Test func oneLoadFollowsAnyNumberOfChanges() async {
    service.link(1, to: [2, 3])
    service.hold(1)
    let watches = watch(1)
    await settle()
    service.answer(1)
    await settle()
    set(2, 1)
    set(3, 1)
    await settle()
    #expect(service.open == [1] && counts(1) == [2])
    // The load has used what changes now.
    for version in 2..<5 {
      set(2, version)
      set(3, version)
      await settle()
    }
    #expect(counts(1) == [2])
    service.answer(1)
    await settle()
    #expect(counts(1) == [3])
    service.answer(1)
    await settle()
    #expect(counts(1) == [3])
    #expect(resource(1).value?.parts.map(\.version) == [4, 4])
    await end(watches)
  }

  @Test func aChangeBeforeItsUseNeedsNoOtherLoad() async {
    service.link(1, to: [2, 3])
    let watches = watch(1)
    await settle()
    service.hold(2)
    cache.invalidate(NodeQuery(id: 2))
    await settle()
    // The load waits for one dependency while the other one changes.
    #expect(service.open == [2])
    set(3, 5)
    await settle()
    service.answer(2)
    await settle()
    #expect(counts(1) == [2])
    #expect(resource(1).value?.parts.last?.version == 5)
    await end(watches)
  }

  @Test func queriesThatAreAlwaysStaleLoadOncePerChange() async {
    // All depend on one query whose content is other content each time.
    service.link(1, to: [102, 103, 104])
    service.link(102, to: [104])
    service.link(103, to: [104])
    let watches = watch(1, 102, 103)
    await settle()
    let counts = { (1...104).map { self.service.count($0) } }
    for _ in 0..<3 {
      let before = counts()
      service.change(104)
      cache.invalidate(NodeQuery(id: 104))
      await settle()
      service.change(104)
      await settle()
      for (new, old) in zip(counts(), before) { #expect(new - old <= 2) }
    }
    await end(watches)
  }

  // MARK: Cycles

  /// The message of the error of a cycle.
  private func error(_ id: Int) -> String? {
    resource(id).error.map { "\($0)" }
  }

  @Test(arguments: [[1], [1, 2], [1, 2, 3]]) func aCycleEnds(ids: [Int]) async throws {
    for (index, id) in ids.enumerated() { service.link(id, to: [ids[(index + 1) % ids.count]]) }
    for _ in 0..<2 {
      await withKnownIssue {
        await #expect(throws: QueryError.self) { try await cache.value(of: NodeQuery(id: 1)) }
      } matching: {
        "\($0)".contains("NodeQuery(id: 1) →")
      }
    }
    #expect(service.errors.first?.contains("cycle") == true)
    for id in ids { #expect(!resource(id).isLoading) }
    // No attempt follows.
    #expect(service.count == 2 * ids.count)
    await end([])
  }

  @Test func aCycleOfTwoLoadsThatMeetEnds() async throws {
    service.link(1, to: [3, 2])
    service.link(2, to: [4, 1])
    service.hold(3, 4)
    let watches = watch(1, 2)
    await settle()
    service.answer(3)
    service.answer(4)
    await settle()
    #expect(!resource(1).isLoading && !resource(2).isLoading)
    #expect(resource(1).error != nil && resource(2).error != nil)
    await end(watches)
  }

  @Test func aCycleThatFormsAtALaterLoadEnds() async throws {
    service.link(2, to: [1])
    let watches = watch(1, 2)
    await settle()
    #expect(resource(2).value?.parts.count == 1)
    service.link(1, to: [2])
    service.change(1)
    cache.invalidate(NodeQuery(id: 1))
    await settle()
    #expect(resource(1).error != nil && resource(1).value != nil)
    #expect(counts(1, 2) == [2, 1])
    // The use that would have closed the cycle leaves no link.
    set(2, 9)
    await settle()
    #expect(counts(1, 2) == [2, 1])
    // Without the cycle, both load again.
    service.link(1, to: [])
    cache.invalidate(NodeQuery(id: 1))
    await settle()
    #expect(resource(1).error == nil && resource(2).value?.parts.first?.version == 1)
    await end(watches)
  }

  @Test func aLinkThatTurnsAroundIsNoCycle() async throws {
    service.link(2, to: [1])
    _ = try await value(2).value
    service.link(2, to: [])
    service.link(1, to: [2])
    cache.invalidate(NodeQuery(id: 1))
    cache.invalidate(NodeQuery(id: 2))
    #expect(try await value(1).value.parts.count == 1)
    await end([])
  }
}
