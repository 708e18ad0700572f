import Foundation
import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// Writes with expected changes, in virtual time.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<30), .timeLimit(.minutes(20)))
struct QueryCacheMutationsTests {
  private let clock = TestClock()
  private let service = WordService()
  private let cache: QueryCache
  private let query = WordQuery(id: 0)

  init() {
    cache = QueryCache(clock: clock, environment: .controlled(clock, service))
  }

  private var shown: String? { cache.resource(of: query).value }

  private func perform(_ mutation: WordMutation) -> Task<WordMutation.Answer, any Error> {
    Task.immediate { [cache] in try await cache.perform(mutation) }
  }

  @Test func aChangeIsShownAtOnceAndConfirmedByTheAnswer() async throws {
    cache.set("a", for: query)
    let caller = perform(WordMutation(id: 1, words: [0]))
    await settle()
    #expect(shown == "a+1")
    service.answer(1, .value(0, "server"))
    _ = try await caller.value
    #expect(shown == "server")
    #expect(!cache.resource(of: query).isInvalidated)
  }

  @Test(arguments: [[1, 2], [2, 1]]) func aFailureRollsBackOnlyItsOwnChange(order: [Int]) async {
    cache.set("a", for: query)
    let callers = [1, 2].map { perform(WordMutation(id: $0, words: [0])) }
    await settle()
    #expect(shown == "a+1+2")
    service.answer(order[0], nil)
    await settle()
    #expect(shown == "a+\(order[1])")
    service.answer(order[1], nil)
    for caller in callers {
      await #expect(throws: WordQuery.Failure.self) { try await caller.value }
    }
    #expect(shown == "a")
  }

  @Test func aLoadInFlightDoesNotHideAConfirmedChange() async throws {
    cache.set("a", for: query)
    cache.invalidate(query)
    let watch = cache.watch(query) { _ in }
    await settle()
    let caller = perform(WordMutation(id: 1, words: [0]))
    await settle()
    service.answer(1, .empty)
    _ = try await caller.value
    service.answer()
    await settle()
    #expect(shown == "0.1+1")
    cache.invalidate(query)
    await settle()
    service.answer()
    await settle()
    #expect(shown == "0.2")
    watch.cancel()
  }

  @Test func theContentOfAnAnswerEndsALoadFromBeforeIt() async throws {
    let watch = cache.watch(query) { _ in }
    await settle()
    let caller = perform(WordMutation(id: 1, words: [0]))
    await settle()
    service.answer(1, .value(0, "server"))
    _ = try await caller.value
    #expect(shown == "server")
    #expect(service.wanted.isEmpty)
    service.answer()
    await settle()
    #expect(shown == "server")
    watch.cancel()
  }

  @Test func aChangeWaitsForTheFirstContent() async {
    let caller = perform(WordMutation(id: 1, words: [0]))
    await settle()
    #expect(shown == nil)
    let watch = cache.watch(query) { _ in }
    await settle()
    service.answer()
    await settle()
    #expect(shown == "0.1+1")
    service.answer(1, nil)
    _ = await caller.result
    #expect(shown == "0.1")
    watch.cancel()
  }

  @Test func aCancelledCallerEndsNeitherTheWriteNorItsChange() async {
    cache.set("a", for: query)
    let caller = perform(WordMutation(id: 1, words: [0]))
    await settle()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(shown == "a+1")
    service.answer(1, .value(0, "server"))
    await settle()
    #expect(shown == "server")
  }

  @Test func aCallerThatIsCancelledBeforeItBeginsSendsNothing() async {
    cache.set("a", for: query)
    let caller = Task { [cache] in try await cache.perform(WordMutation(id: 1, words: [0])) }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(service.keys.isEmpty)
    #expect(shown == "a")
  }

  @Test func anAnswerAfterClearChangesNothing() async throws {
    cache.set("a", for: query)
    let caller = perform(WordMutation(id: 1, words: [0], tags: [QueryTag("word")]))
    await settle()
    await cache.clear()
    cache.set("other user", for: query)
    service.answer(1, .value(0, "server"))
    _ = try await caller.value
    #expect(shown == "other user")
    #expect(!cache.resource(of: query).isInvalidated)
  }

  @Test func aMutationInvalidatesItsTagsAfterItsAnswer() async throws {
    cache.set("a", for: query)
    cache.set("b", for: WordQuery(id: 1))
    let caller = perform(WordMutation(id: 1, tags: [QueryTag("word", id: 0)]))
    await settle()
    #expect(!cache.resource(of: query).isInvalidated)
    service.answer(1, .empty)
    _ = try await caller.value
    #expect(cache.resource(of: query).isInvalidated)
    #expect(!cache.resource(of: WordQuery(id: 1)).isInvalidated)
  }

  @Test func aFailureInvalidatesNothing() async {
    cache.set("a", for: query)
    let caller = perform(WordMutation(id: 1, tags: [QueryTag("word")]))
    await settle()
    service.answer(1, nil)
    _ = await caller.result
    #expect(!cache.resource(of: query).isInvalidated)
  }

  @Test func anEntryWithAnUnansweredChangeIsKept() async {
    cache.set("a", for: query)
    let caller = perform(WordMutation(id: 1, words: [0]))
    await settle()
    cache.receive(.memoryPressure)
    await clock.advance(by: .seconds(400))
    #expect(shown == "a+1")
    service.answer(1, .empty)
    _ = await caller.result
    cache.receive(.memoryPressure)
    #expect(cache.count == 0)
  }

  @Test func theWatchersSeeAnAnswerAsOneChange() async {
    struct Both: QueryMutation {
      func send(in context: MutationContext) async throws {}
      func receive(_ answer: Void, _ patch: inout QueryPatch) {
        patch.update(WordQuery(id: 0)) { $0 += "!" }
        patch.set("new", for: WordQuery(id: 0))
        patch.set("new", for: WordQuery(id: 1))
      }
    }
    cache.set("a", for: query)
    cache.set("b", for: WordQuery(id: 1))
    var seen: [[String?]] = []
    let watch = cache.watch(query) { [cache] in
      seen.append([$0.value, cache.resource(of: WordQuery(id: 1)).value])
    }
    try? await cache.perform(Both())
    #expect(seen.first == ["a", "b"])
    #expect(Set(seen.dropFirst()) == [["new!", "new"]])
    watch.cancel()
  }

  @Test func aWriteHasAnIdentifierOfTheEnvironment() async {
    let callers = [1, 2].map { perform(WordMutation(id: $0)) }
    await settle()
    #expect(Set(service.keys).count == 2)
    #expect(service.keys.contains(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))))
    for id in [1, 2] { service.answer(id, .empty) }
    for caller in callers { _ = await caller.result }
  }

  private struct Words: ResourceQuery {
    func load(in context: QueryContext) async throws -> [Int] { [] }
    func tags(for ids: [Int]?) -> Set<QueryTag> {
      Set((ids ?? []).map { QueryTag("word", id: $0) })
    }
  }

  private struct Removal: QueryMutation {
    func send(in context: MutationContext) async throws {}
    func change(_ patch: inout QueryPatch) { patch.update(Words()) { $0.removeAll { $0 == 5 } } }
    var invalidates: Set<QueryTag> { [QueryTag("word", id: 5)] }
  }

  @Test func aTagReachesAListFromWhichTheMutationRemovedIt() async throws {
    cache.set([4, 5], for: Words())
    try await cache.perform(Removal())
    #expect(cache.resource(of: Words()).value == [4])
    #expect(cache.resource(of: Words()).isInvalidated)
  }

  @Test func aTagReachesAFirstLoadWhoseAnswerHasIt() async throws {
    let watch = cache.watch(query) { _ in }
    let early = Task { [cache] in try await cache.value(of: WordQuery(id: 0)) }
    await settle()
    let caller = perform(WordMutation(id: 1, tags: [QueryTag("loaded")]))
    await settle()
    service.answer(1, .empty)
    _ = try await caller.value
    let late = Task { [cache] in try await cache.value(of: WordQuery(id: 0)) }
    await settle()
    service.answer()
    #expect(try await early.value == "0.1")
    await settle()
    #expect(cache.resource(of: query).isInvalidated && service.counts[0] == 2)
    service.answer()
    #expect(try await late.value == "0.2")
    #expect(!cache.resource(of: query).isInvalidated)
    watch.cancel()
  }

  @Test func anAnswerChangesAQueryDuringItsFirstLoad() async throws {
    let watch = cache.watch(query) { _ in }
    await settle()
    let caller = perform(WordMutation(id: 1))
    await settle()
    service.answer(1, .update(0, "*"))
    _ = try await caller.value
    service.answer()
    await settle()
    #expect(shown == "0.1*")
    watch.cancel()
  }

  private struct Stamp: QueryMutation {
    func send(in context: MutationContext) async throws {}
    func change(_ patch: inout QueryPatch) { add("change", to: &patch) }
    func receive(_ answer: Void, _ patch: inout QueryPatch) { add("receive", to: &patch) }
    var invalidates: Set<QueryTag> {
      StoreEnvironment.current.words.note("invalidates")
      return []
    }

    private func add(_ name: String, to patch: inout QueryPatch) {
      StoreEnvironment.current.words.note(name)
    }
  }

  @Test func allFunctionsOfAMutationHaveTheEnvironmentOfTheCache() async throws {
    let other = WordService()
    try await StoreEnvironment.with(.controlled(clock, other)) {
      try await cache.perform(Stamp())
    }
    #expect(service.notes == ["change", "receive", "invalidates"])
    #expect(other.notes.isEmpty)
  }

  private struct Twice: QueryMutation {
    func send(in context: MutationContext) async throws {}
    func receive(_ answer: Void, _ patch: inout QueryPatch) {
      // The content is removed at once, because no one watches it.
      for word in ["a", "b"] { patch.set(word, for: WordQuery(id: 2)) }
    }
  }

  @Test func anAnswerMayContainAQueryTwice() async throws {
    let watch = cache.watch(WordQuery(id: 2)) { _ in }
    try await cache.perform(Twice())
    #expect(cache.resource(of: WordQuery(id: 2)).value == "b")
    watch.cancel()
    try await cache.perform(Twice())
    cache.receive(.memoryPressure)
    #expect(cache.count == 0)
  }
}
