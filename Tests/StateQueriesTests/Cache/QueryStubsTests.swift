import ScreenStateKit
import StateCore
import StateQueries
import StateTestSupport
import StateTesting
import Testing

/// The answers of previews and tests.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<10), .timeLimit(.minutes(20)))
struct QueryStubsTests {
  @Test func anAnswerIsShownWithoutAPause() async throws {
    let cache = QueryCache.preview { $0.answer(WordQuery(id: 0), "word") }
    var shown: [String?] = []
    let watch = cache.watch(WordQuery(id: 0)) { shown.append($0.value) }
    await settle()
    #expect(shown.last == "word")
    watch.cancel()
  }

  @Test func aTypeHasAnswersForQueriesWithoutTheirOwn() async throws {
    let cache = QueryCache.preview {
      $0.answer(each: WordQuery.self) { "any \($0.id)" }
      $0.answer(WordQuery(id: 1), "one")
    }
    #expect(try await cache.value(of: WordQuery(id: 1)) == "one")
    #expect(try await cache.value(of: WordQuery(id: 2)) == "any 2")
  }

  @Test func aFunctionThatAnswersHasTheEnvironmentOfTheCache() async throws {
    let service = WordService()
    let cache = QueryCache.preview(environment: .controlled(TestClock(), service)) {
      $0.answer(each: WordQuery.self) { _ in
        StoreEnvironment.current.words.note("answer")
        return "any"
      }
    }
    _ = try await cache.value(of: WordQuery(id: 1))
    #expect(service.notes == ["answer"])
  }

  @Test func eachPageOfAListHasItsAnswer() async throws {
    let query = ListQuery()
    let cache = QueryCache.preview {
      $0.answer(query) { request in
        let cursor = request.cursor ?? 0
        return .init(items: [ListItem(id: cursor)], next: cursor < 2 ? cursor + 1 : nil)
      }
    }
    _ = try await cache.value(of: query)
    let ids = { cache.resource(of: query).value?.items.map(\.id) }
    #expect(ids() == [0])
    try await cache.loadNextPage(of: query)
    #expect(ids() == [0, 1])
    try await cache.loadNextPage(of: query)
    try await cache.loadNextPage(of: query)
    #expect(ids() == [0, 1, 2])
  }

  @Test func aFailureIsRetriedAsUsual() async throws {
    let clock = TestClock()
    let cache = QueryCache.preview(clock: clock) {
      $0.fail(WordQuery(id: 0), WordQuery.Failure())
    }
    let caller = Task { try await cache.value(of: WordQuery(id: 0)) }
    await settle()
    #expect(cache.resource(of: WordQuery(id: 0)).retry?.nextAttempt == 2)
    await clock.advance(by: .milliseconds(5_030))
    await settle()
    await clock.advance(by: .milliseconds(5_030))
    await #expect(throws: WordQuery.Failure.self) { try await caller.value }
  }

  @Test func aQueryCanLoadUntilItIsCancelled() async {
    let cache = QueryCache.preview { $0.never(WordQuery(id: 0)) }
    let watch = cache.watch(WordQuery(id: 0)) { _ in }
    await settle()
    #expect(cache.resource(of: WordQuery(id: 0)).isLoading)
    watch.cancel()
    await settle()
    #expect(!cache.resource(of: WordQuery(id: 0)).isLoading)
  }

  @Test func aQueryWithoutAnAnswerFailsTheTestOnce() async {
    let cache = QueryCache.preview()
    await withKnownIssue {
      let error = await #expect(throws: QueryError.self) {
        try await cache.value(of: WordQuery(id: 0))
      }
      #expect(error?.code == .unstubbed)
    } matching: { issue in
      "\(issue)".contains("WordQuery(id: 0) has no answer in this preview or test")
    }
  }

  @Test func contentThatATestSetsNeedsNoAnswer() async throws {
    let cache = QueryCache.preview()
    cache.set("word", for: WordQuery(id: 0))
    #expect(try await cache.value(of: WordQuery(id: 0)) == "word")
    cache.watch(WordQuery(id: 0)) { _ in }.cancel()
  }

  @Test func aTestWithoutACacheFails() {
    withKnownIssue {
      _ = StoreEnvironment.test.queries
    } matching: { issue in
      "\(issue)".contains("queries")
    }
  }

  @Test func theLiveCacheIsShared() {
    #expect(StoreEnvironment.live.queries === QueryCache.shared)
    #expect(StoreEnvironment.preview.queries !== QueryCache.shared)
  }
}
