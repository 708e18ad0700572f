import Foundation
import Observation
import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// A cache in virtual time.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<30), .timeLimit(.minutes(20)))
struct QueryCacheTests {
  private enum Context {
    @TaskLocal static var user = "none"
  }

  private struct UserQuery: ResourceQuery {
    func load(in context: QueryContext) async throws -> String { Context.user }
  }

  @Test func aLoadDoesNotSeeTaskLocalValuesOfItsCallers() async throws {
    let value = try await Context.$user.withValue("caller") {
      try await cache.value(of: UserQuery())
    }
    #expect(value == "none")
  }

  private let clock = TestClock()
  private let service = WordService()
  private let cache: QueryCache
  private let query = WordQuery(id: 0)

  init() {
    cache = QueryCache(clock: clock, environment: .controlled(clock, service))
  }

  private func value(_ query: WordQuery) -> Task<String, any Error> {
    Task { [cache] in try await cache.value(of: query) }
  }

  @Test func callersShareALoadAndItsContentWhileItIsFresh() async throws {
    let callers = (0..<3).map { _ in value(query) }
    await settle()
    service.answer()
    for caller in callers { #expect(try await caller.value == "0.1") }
    await clock.advance(by: .seconds(20))
    #expect(try await cache.value(of: query) == "0.1")
    await clock.advance(by: .seconds(1))
    let late = value(query)
    await settle()
    service.answer()
    #expect(try await late.value == "0.2")
  }

  @Test func queriesWithOtherParametersOrTypesHaveTheirOwnEntries() async throws {
    struct Other: ResourceQuery {
      let id: Int
      func load(in context: QueryContext) async throws -> Int { id }
    }
    cache.set("word", for: WordQuery(id: 1))
    #expect(try await cache.value(of: Other(id: 1)) == 1)
    #expect(cache.resource(of: WordQuery(id: 1)).value == "word")
    #expect(cache.resource(of: WordQuery(id: 6)).value == nil)
    #expect(cache.count == 2)
  }

  @Test func aLoadKnowsItsAttemptItsReasonAndTheEnvironmentOfTheCache() async throws {
    let watch = cache.watch(query) { _ in }
    await settle()
    service.answer(isFailing: true)
    await settle()
    let retry = try #require(cache.resource(of: query).retry)
    #expect(retry.nextAttempt == 2 && retry.date.timeIntervalSinceReferenceDate == 5.03)
    await clock.advance(by: .milliseconds(5_030))
    await settle()
    service.answer()
    await settle()
    cache.invalidate(query)
    await settle()
    #expect(service.contexts.map(\.attempt) == [1, 2, 1])
    #expect(service.contexts.map(\.reason) == [.watch, .watch, .invalidated])
    #expect(service.contexts.allSatisfy { $0.environment.words === service })
    watch.cancel()
  }

  @Test func aPauseThatWaitsForTheNetworkShowsItsError() async throws {
    let watch = cache.watch(query) { _ in }
    await settle()
    service.answer(isFailing: true)
    await settle()
    let retry = try #require(cache.resource(of: query).retry)
    #expect(!retry.waitsForNetwork)
    cache.receive(.offline)
    let waiting = try #require(cache.resource(of: query).retry)
    #expect(waiting.waitsForNetwork && waiting.error == retry.error && waiting.nextAttempt == 2)
    #expect(cache.resource(of: query).isLoading)
    cache.receive(.online)
    #expect(cache.resource(of: query).retry == nil)
    await settle()
    service.answer()
    await settle()
    watch.cancel()
  }

  @Test func anErrorHasOneIdentityForAllWhoShowIt() async throws {
    var shown: [[DisplayableError?]] = [[], []]
    let watches = (0..<2).map { index in
      cache.watch(query) { shown[index].append($0.error) }
    }
    for _ in 0..<3 {
      await settle()
      service.answer(isFailing: true)
      await settle()
      await clock.advance(by: .milliseconds(5_030))
    }
    let error = try #require(shown[0].last ?? nil)
    #expect(shown[1].last == error)
    #expect(cache.resource(of: query).error?.id == error.id)
    cache.set("word", for: query)
    #expect(shown[0].last == .some(nil))
    for watch in watches { watch.cancel() }
  }

  @Test func aCallerWhoseEntryIsRemovedThrows() async {
    let caller = value(query)
    await settle()
    cache.remove(query)
    let error = await #expect(throws: QueryError.self) { try await caller.value }
    #expect(error?.code == .removed)
    #expect(error?.key == "WordQuery(id: 0)")
    #expect(cache.count == 0)
  }

  @Test func aReloadGetsContentThatIsNewerThanItsCall() async throws {
    let first = value(query)
    await settle()
    let second = Task { [cache, query] in try await cache.reload(query) }
    await settle()
    service.answer()
    #expect(try await first.value == "0.1")
    await settle()
    service.answer()
    #expect(try await second.value == "0.2")
  }

  @Test func aLoadThatNobodyWantsFinishes() async {
    let caller = value(WordQuery(id: 1))
    await settle()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    await settle()
    #expect(service.wanted.count == 1)
    service.answer()
    await settle()
    #expect(cache.resource(of: WordQuery(id: 1)).value == "1.1")
  }

  @Test func aTagWithoutAnIDReachesEveryID() async {
    for id in 0..<3 { cache.set("word", for: WordQuery(id: id)) }
    func invalidated() -> [Int] {
      (0..<3).filter { cache.resource(of: WordQuery(id: $0)).isInvalidated }
    }
    cache.invalidate([QueryTag("word", id: 1)])
    // The entry with keepsFor zero was removed.
    #expect(invalidated() == [1])
    cache.invalidate([QueryTag("word")])
    #expect(invalidated() == [0, 1])
    #expect(cache.resource(of: WordQuery(id: 0)).value == "word")
  }

  /// An answer from before a write may arrive after the tag of the write was invalidated.
  @Test func aTagReachesALoadInFlight() async throws {
    let watch = cache.watch(query) { _ in }
    await settle()
    cache.invalidate([QueryTag("word", id: 0)])
    service.answer()
    await settle()
    #expect(service.count == 2)
    service.answer()
    await settle()
    #expect(cache.resource(of: query).value == "0.2")
    #expect(!cache.resource(of: query).isInvalidated)
    watch.cancel()
  }

  @Test func aWatchEndsWithItsLastReference() async {
    var count = 0
    var watch: QueryWatch? = cache.watch(query) { _ in count += 1 }
    withExtendedLifetime(watch) {}
    #expect(count > 0)
    watch = nil
    let before = count
    await settle()
    #expect(service.wanted.isEmpty)
    cache.set("new", for: query)
    #expect(count == before)
  }

  @Test func aLookIsObservedWithAndWithoutAnEntry() async {
    var changes = 0
    func look(_ query: WordQuery) -> String? {
      withObservationTracking {
        cache.resource(of: query).value
      } onChange: {
        MainActor.assumeIsolated { changes += 1 }
      }
    }
    #expect(look(query) == nil)
    cache.set("other", for: WordQuery(id: 1))
    #expect(changes == 0)
    cache.set("word", for: query)
    #expect(changes == 1)
    #expect(look(query) == "word")
    cache.remove(query)
    #expect(changes == 2)
    // A look loads nothing.
    #expect(look(query) == nil)
    await settle()
    #expect(service.count == 0)
  }

  @Test func aPrefetchLoadsOnceAndIsKept() async throws {
    cache.prefetch(WordQuery(id: 0))
    await settle()
    #expect(service.wanted.count == 1)
    service.answer()
    await settle()
    cache.prefetch(WordQuery(id: 0))
    #expect(try await cache.value(of: query) == "0.1")
    #expect(service.count == 1)
  }

  @Test func unusedEntriesBeyondTheLimitsAreRemoved() async {
    var limits = QueryLimits()
    limits.entries = 2
    limits.bytes = 7
    let cache = QueryCache(
      limits: limits,
      clock: clock,
      environment: .controlled(clock, service)
    )
    let ids = [0, 1, 4]
    func held() -> [Int] { ids.filter { cache.resource(of: WordQuery(id: $0)).value != nil } }
    for id in ids { cache.set("abc", for: WordQuery(id: id)) }
    #expect(held() == [1, 4])
    cache.set("abcdef", for: WordQuery(id: 4))
    #expect(held() == [4])
    let watch = cache.watch(WordQuery(id: 4)) { _ in }
    cache.set("abcdefgh", for: WordQuery(id: 4))
    // A watched entry stays.
    #expect(held() == [4])
    watch.cancel()
    await settle()
    #expect(held() == [])
  }

  @Test func unusedEntriesEndAfterTheirTime() async {
    cache.set("word", for: query)
    await clock.advance(by: .seconds(299))
    #expect(cache.count == 1)
    await clock.advance(by: .seconds(1))
    await settle()
    #expect(cache.count == 0)
  }

  @Test func theDefaultsAreThoseOfTheContract() {
    let options = QueryOptions()
    #expect(options.staleAfter == .seconds(30) && options.keepsFor == .seconds(300))
    #expect(options.retry.maxAttempts == 3 && options.retry.jitter == 0.2)
    #expect(options.triggers == [.watch, .active, .reconnect])
    #expect(options.interval == nil && !options.pollsInBackground)
    #expect(options.whenUnwatched == .finish)
    #expect(QueryLimits().entries == 1_000 && QueryLimits().bytes == nil)
  }

  /// The pauses of a cache with controlled values are the same in each run.
  @Test func theJitterComesFromTheEnvironment() async {
    struct Failing: ResourceQuery {
      let pass: Int
      func load(in context: QueryContext) async throws -> Int { throw WordQuery.Failure() }
    }
    func pauses() async -> [TimeInterval?] {
      let cache = QueryCache(clock: clock, environment: .controlled(clock: clock))
      var dates: [TimeInterval?] = []
      let now = cache.resource(of: Failing(pass: 0))
      #expect(now.value == nil)
      for pass in 0..<5 {
        let watch = cache.watch(Failing(pass: pass)) { _ in }
        await settle()
        dates.append(
          cache.resource(of: Failing(pass: pass)).retry?.date.timeIntervalSinceReferenceDate
        )
        watch.cancel()
      }
      return dates
    }
    let first = await pauses()
    #expect(Set(first).count == 5 && !first.contains(nil))
    #expect(await pauses() == first)
  }

  @Test func loadsEndWithTheCache() async {
    let service = service
    weak var weakCache: QueryCache?
    do {
      let cache = QueryCache(clock: clock, environment: .controlled(clock, service))
      weakCache = cache
      cache.prefetch(query)
      await settle()
      #expect(service.wanted.count == 1)
    }
    #expect(weakCache == nil)
    await settle()
    #expect(service.wanted.isEmpty)
    service.answer()
  }

  @Test func anErrorThatReportsACancellationIsNotShown() async {
    struct Ending: ResourceQuery {
      func load(in context: QueryContext) async throws -> Int { throw CancellationError() }
    }
    let watch = cache.watch(Ending()) { _ in }
    await settle()
    #expect(cache.resource(of: Ending()).content == .idle)
    watch.cancel()
  }

  /// The timer of a poll that is due may not have run yet.
  @Test func clearDoesNotBeginALoadThatIsDue() async {
    let ticking = SlowClock()
    let cache = QueryCache(clock: ticking, environment: .controlled(clock, service))
    let watch = cache.watch(WordQuery(id: 1)) { _ in }
    await settle()
    service.answer()
    await settle()
    #expect(service.count == 1)
    ticking.advance(by: .seconds(40))
    await cache.clear()
    await settle()
    #expect(service.count == 1)
    watch.cancel()
  }
}

/// A clock whose sleeps don't end before their tasks.
private struct SlowClock: Clock {
  private let time = LockIsolated(ContinuousClock.now)

  var now: ContinuousClock.Instant { time.value }
  var minimumResolution: Duration { .zero }

  func advance(by duration: Duration) { time.withValue { $0 += duration } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
    throw CancellationError()
  }
}
