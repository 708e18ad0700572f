import LexiconCore
import ScreenStateKit
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SearchFeatureTests {
  private let provider = PendingProvider()
  private let clock = TestClock()
  private let store: Store<SearchFeature>

  init() {
    store = Store(
      initialState: SearchFeature.State(),
      feature: SearchFeature(),
      clock: clock,
      environment: .test.changing { [provider] in $0.wordProvider = provider }
    )
  }

  private var state: SearchFeature.State { store.state }
  private var words: [String]? { state.matches.value?.map(\.entry.word) }

  /// Types a query and advances past the pause.
  private func search(
    for query: String
  ) async throws -> (SentAction, PendingAnswers<String, WordPage>.Request) {
    let sent = store.send(.queryChanged(query))
    await clock.waitForSleepers()
    await clock.advance(by: SearchFeature.pause)
    return (sent, try await provider.searches.request())
  }

  @Test func whatWasSearchedForComesBack() async throws {
    let place = Place()
    let content = LexiconContent(
      provider: provider,
      library: InMemoryLibrary(),
      clock: clock,
      place: place
    )
    content.makeSearchStore().send(.queryChanged("house"))
    let later = content.makeSearchStore()
    #expect(later.state.query == "house")
    #expect(later.state.matches == .idle)
    let sent = later.send(.retry)
    let search = try await provider.searches.request()
    #expect(search.question == "house")
    search.answer(WordPage(offset: 0, total: 0, words: []))
    await sent.value
    #expect(later.state.matches == .empty)
  }

  @Test func itBeginsWithNothing() {
    #expect(state.query.isEmpty)
    #expect(state.matches == .idle)
  }

  @Test func searchBeginsWhenNothingIsTypedForAWhile() async throws {
    store.send(.queryChanged("h"))
    store.send(.queryChanged("ho"))
    #expect(state.query == "ho")
    #expect(state.matches.isLoading)
    await clock.advance(by: SearchFeature.pause - .milliseconds(1))
    let sent = store.send(.queryChanged("hou"))
    await clock.advance(by: SearchFeature.pause - .milliseconds(1))
    await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(1))
    let request = try await provider.searches.request()
    #expect(request.question == "hou")
    request.answer(.sample("hou", from: 0, count: 2, of: 7))
    await sent.value
    #expect(words == ["hou 0", "hou 1"])
    #expect(state.total == 7)
    #expect(!state.matches.isLoading)
  }

  @Test func wordsStayAsTheyWereFoundWhileTheNextOnesAreSearched() async throws {
    let (first, request) = try await search(for: "a")
    request.answer(.sample("a", from: 0, count: 1, of: 1))
    await first.value
    let (second, next) = try await search(for: "ab")
    #expect(state.matches == .loading(previous: [SearchMatch(.sample("a 0"), query: "a")]))
    next.answer(.sample("ab", from: 0, count: 1, of: 1))
    await second.value
    #expect(state.matches == .loaded([SearchMatch(.sample("ab 0"), query: "ab")]))
  }

  @Test(arguments: [true, false])
  func staleAnswerIsNotShown(staleOneComesFirst: Bool) async throws {
    let (first, stale) = try await search(for: "a")
    let (second, current) = try await search(for: "ab")
    if staleOneComesFirst {
      stale.answer(.sample("a", from: 0, count: 1, of: 1))
      await first.value
      #expect(state.matches == .loading(previous: nil))
    }
    current.answer(.sample("ab", from: 0, count: 1, of: 3))
    await second.value
    if !staleOneComesFirst {
      stale.answer(.sample("a", from: 0, count: 1, of: 1))
      await first.value
    }
    #expect(words == ["ab 0"])
    #expect(state.total == 3)
  }

  @Test func answerThatComesBeforeTheNextSearchBeginsIsStaleToo() async throws {
    let (first, stale) = try await search(for: "a")
    let second = store.send(.queryChanged("ab"))
    stale.answer(.sample("a", from: 0, count: 1, of: 1))
    await first.value
    #expect(state.matches == .loading(previous: nil))
    second.cancel()
  }

  @Test func staleFailureIsNotShown() async throws {
    let (first, stale) = try await search(for: "a")
    let (second, current) = try await search(for: "ab")
    stale.fail(TestFailure("stale"))
    await first.value
    #expect(state.matches == .loading(previous: nil))
    current.answer(.sample("ab", from: 0, count: 1, of: 1))
    await second.value
    #expect(words == ["ab 0"])
  }

  @Test func wordsThatAreNotFoundAreNoFailure() async throws {
    let (sent, request) = try await search(for: "xyz")
    request.answer(.sample(from: 0, count: 0, of: 0))
    await sent.value
    #expect(state.matches == .empty)
  }

  @Test func failureIsShownAndRetried() async throws {
    let (sent, request) = try await search(for: "a")
    request.fail(TestFailure("broken"))
    await sent.value
    #expect(state.matches.error?.message == "broken")
    let retry = store.send(.retry)
    #expect(state.matches.isLoading)
    let again = try await provider.searches.request()
    #expect(again.question == "a")
    again.answer(.sample("a", from: 0, count: 1, of: 1))
    await retry.value
    #expect(state.matches == .loaded([SearchMatch(.sample("a 0"), query: "a")]))
  }

  @Test func retryTakesThePlaceOfASearchThatIsPending() async throws {
    let typed = store.send(.queryChanged("a"))
    await clock.waitForSleepers()
    let retry = store.send(.retry)
    let request = try await provider.searches.request()
    await clock.advance(by: SearchFeature.pause)
    await typed.value
    request.answer(.sample("a", from: 0, count: 1, of: 1))
    await retry.value
    #expect(words == ["a 0"])
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: ["", "  "])
  func emptyQueryFindsNothingAndEndsTheSearch(query: String) async throws {
    let (first, stale) = try await search(for: "a")
    let cleared = store.send(.queryChanged(query))
    await cleared.value
    #expect(state.matches == .idle)
    stale.answer(.sample("a", from: 0, count: 1, of: 1))
    await first.value
    #expect(state.matches == .idle)
    await store.send(.retry).value
    #expect(state.matches == .idle)
  }

  @Test func emptyQueryCallsOffTheSearchThatHasNotBegun() async {
    let typed = store.send(.queryChanged("a"))
    await clock.waitForSleepers()
    store.send(.queryChanged(""))
    #expect(clock.sleeperCount == 0)
    await typed.value
    #expect(store.runningTaskCount == 0)
  }

  @Test func emptyQueryIsNoMoreThanThat() async {
    let store = TestStore(
      initialState: SearchFeature.State(),
      feature: SearchFeature()
    )
    await store.send(.queryChanged(" "), \.query, " ")
    await store.send(.queryChanged(""), \.query, "")
    await store.send(.retry)
    #expect(store.state.matches == .idle)
  }

  @Test func searchEndsWithItsStore() async throws {
    var store: Store<SearchFeature>? = Store(
      initialState: SearchFeature.State(),
      feature: SearchFeature(),
      clock: clock,
      environment: .test.changing { $0.wordProvider = provider }
    )
    let sent = store?.send(.queryChanged("a"))
    await clock.waitForSleepers()
    store = nil
    await sent?.value
    #expect(clock.sleeperCount == 0)
  }
}
