import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// Lists that load page by page, in virtual time.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<30), .timeLimit(.minutes(20)))
struct QueryCachePagesTests {
  private let clock = TestClock()
  private let service = ListService()
  private let words = WordService()
  private let cache: QueryCache
  private let query = ListQuery()

  init() {
    let (service, words) = (service, words)
    cache = QueryCache(
      clock: clock,
      environment: .controlled(clock, words).changing { $0.lists = service }
    )
  }

  private var list: Resource<Pager<ListItem, Int>> { cache.resource(of: query) }
  private var ids: [Int]? { list.value?.items.map(\.id) }

  private func loadNext(_ query: ListQuery? = nil) -> Task<Void, any Error> {
    let query = query ?? self.query
    return Task.immediate { [cache] in try await cache.loadNextPage(of: query) }
  }

  /// Answers all calls of a load.
  private func answer() async {
    await settle()
    while !service.open.isEmpty {
      service.answer()
      await settle()
    }
  }

  /// Fails all attempts of a load.
  private func fail() async {
    for _ in 0..<3 {
      await settle()
      service.answer(isFailing: true)
      await settle()
      await clock.advance(by: .milliseconds(5_030))
    }
  }

  private func watch(pages count: Int, of query: ListQuery? = nil) async throws -> QueryWatch {
    let query = query ?? self.query
    let watch = cache.watch(query) { _ in }
    await answer()
    for _ in 1..<count {
      let caller = loadNext(query)
      await answer()
      try await caller.value
    }
    _ = service.takeCalls()
    return watch
  }

  @Test func pagesFollowOneAnother() async throws {
    let watch = cache.watch(query) { _ in }
    await answer()
    #expect(ids == [0, 1] && list.value?.phase == .ready)
    let caller = loadNext()
    #expect(list.isLoading && list.value?.phase == .loadingNext)
    await answer()
    try await caller.value
    #expect(ids == [0, 1, 2, 3] && !list.isLoading)
    #expect(service.calls == [0, 2])
    #expect(service.contexts.map(\.reason) == [.watch, .page])
    watch.cancel()
  }

  @Test func withoutContentTheFirstPageLoads() async throws {
    let caller = loadNext()
    await answer()
    try await caller.value
    #expect(ids == [0, 1] && service.calls == [0])
  }

  @Test func callersShareAPage() async throws {
    let watch = try await watch(pages: 1)
    let callers = (0..<3).map { _ in loadNext() }
    await settle()
    let late = loadNext()
    await answer()
    for caller in callers + [late] { try await caller.value }
    #expect(service.calls == [2])
    watch.cancel()
  }

  @Test func aListThatIsSetDuringAPageGetsItsOwnNextPage() async throws {
    let watch = try await watch(pages: 1)
    let caller = loadNext()
    await settle()
    #expect(service.calls == [2])
    var other = Pager<ListItem, Int>(first: 4)
    let request = other.refresh()
    other.receive(.init(items: [ListItem(id: 4)], next: 6), for: request)
    cache.set(other, for: query)
    #expect(ids == [4])
    await answer()
    await answer()
    try await caller.value
    #expect(service.calls == [2, 6] && ids == [4, 6, 7])
    let last = loadNext()
    await settle()
    other = Pager<ListItem, Int>(first: 8)
    let end = other.refresh()
    other.receive(.init(items: [ListItem(id: 8)], next: nil), for: end)
    cache.set(other, for: query)
    try await last.value
    #expect(ids == [8])
    watch.cancel()
  }

  @Test func aListThatWasSetHasTheLimitOfItsQuery() async throws {
    var list = Pager<ListItem, Int>(first: 0)
    let request = list.refresh()
    list.receive(.init(items: [ListItem(id: 0)], next: 2), for: request)
    let query = ListQuery(maximumPageCount: 1)
    cache.set(list, for: query)
    let caller = Task.immediate { [cache] in try await cache.loadNextPage(of: query) }
    await answer()
    try await caller.value
    #expect(cache.resource(of: query).value?.items.map(\.id) == [2, 3])
  }

  @Test func aListWithMorePagesThanItsQueryKeepsLoadsTheFirstOnes() async throws {
    var list = Pager<ListItem, Int>(first: 0)
    for page in 0..<3 {
      guard let request = page == 0 ? list.refresh() : list.next() else { break }
      list.receive(.init(items: [ListItem(id: page)], next: page + 1), for: request)
    }
    let query = ListQuery(maximumPageCount: 2)
    cache.set(list, for: query)
    let caller = Task.immediate { [cache] in try await cache.reload(query) }
    for _ in 0..<2 { await answer() }
    #expect(service.calls == [0, 2])
    #expect(try await caller.value.items.map(\.id) == [0, 1, 2, 3])
  }

  @Test func afterTheLastPageNothingLoads() async throws {
    service.count = 3
    let watch = try await watch(pages: 2)
    #expect(list.value?.phase == .exhausted)
    try await cache.loadNextPage(of: query)
    try await cache.loadPreviousPage(of: query)
    #expect(service.calls.isEmpty)
    watch.cancel()
  }

  @Test func aListLoadsAllItsPagesAgainAndReplacesThemAtOnce() async throws {
    let watch = try await watch(pages: 3)
    let versions = list.value?.items.map(\.version)
    cache.invalidate(query)
    for _ in 0..<2 {
      await settle()
      service.answer()
    }
    await settle()
    #expect(list.value?.items.map(\.version) == versions)
    await answer()
    #expect(service.calls == [0, 2, 4])
    #expect(list.value?.items.map(\.version) == [4, 4, 5, 5, 6, 6])
    #expect(service.contexts.last?.reason == .invalidated)
    watch.cancel()
  }

  @Test func aListThatHasBecomeShorterHasFewerPages() async throws {
    let watch = try await watch(pages: 3)
    service.count = 3
    cache.invalidate(query)
    await answer()
    #expect(ids == [0, 1, 2] && service.calls == [0, 2])
    watch.cancel()
  }

  @Test func anAttemptAfterAFailureBeginsWithTheFailedPage() async throws {
    let watch = try await watch(pages: 3)
    cache.invalidate(query)
    await settle()
    service.answer()
    await settle()
    service.answer(isFailing: true)
    await settle()
    await clock.advance(by: .milliseconds(5_030))
    await answer()
    #expect(service.calls == [0, 2, 2, 4])
    #expect(list.error == nil && ids == [0, 1, 2, 3, 4, 5])
    watch.cancel()
  }

  @Test func anInvalidationDuringAPauseLoadsAllPagesAgain() async throws {
    let watch = try await watch(pages: 2)
    for isTag in [false, true] {
      _ = service.takeCalls()
      cache.invalidate(query)
      await settle()
      service.answer()
      await settle()
      service.answer(isFailing: true)
      await settle()
      if isTag { cache.invalidate([QueryTag("item", id: 9)]) } else { cache.invalidate(query) }
      await clock.advance(by: .milliseconds(5_030))
      await answer()
      #expect(service.calls == [0, 2, 0, 2])
    }
    watch.cancel()
  }

  /// Fails the attempt in flight, and waits for the next one.
  private func failOnce(during pause: () -> Void = {}) async {
    await settle()
    service.answer(isFailing: true)
    await settle()
    pause()
    await clock.advance(by: .milliseconds(5_030))
  }

  @Test(arguments: [false, true]) func aReloadLetsARepeatedAttemptLoadAllPagesAgain(
    isDuringPause: Bool
  ) async throws {
    let watch = try await watch(pages: 2)
    cache.invalidate(query)
    await settle()
    service.answer()
    await settle()
    var reload: Task<Void, any Error>?
    let start = {
      reload = Task.immediate { [cache, query] in _ = try await cache.reload(query) }
    }
    if !isDuringPause { start() }
    await failOnce { if isDuringPause { start() } }
    await answer()
    _ = try await reload?.value
    #expect(service.calls == [0, 2, 0, 2])
    watch.cancel()
  }

  @Test func aConfirmedChangeLetsARepeatedAttemptLoadAllPagesAgain() async throws {
    let watch = try await watch(pages: 2)
    let mutation = Task.immediate { [cache] in try await cache.perform(Rename()) }
    cache.invalidate(query)
    await settle()
    service.answer()
    await settle()
    words.answer(1, .empty)
    try await mutation.value
    await failOnce()
    await answer()
    #expect(service.calls == [0, 2, 0, 2])
    #expect(list.value?.items.map(\.version) == [5, 5, 6, 6])
    watch.cancel()
  }

  @Test func aLoadedPageStaysIfThePageAtTheOtherSideFails() async throws {
    let query = ListQuery(maximumPageCount: 2)
    let watch = try await watch(pages: 4, of: query)
    let next = loadNext(query)
    let previous = Task.immediate { [cache] in try await cache.loadPreviousPage(of: query) }
    await settle()
    service.answer()
    await failOnce()
    await answer()
    try await next.value
    try await previous.value
    #expect(service.calls == [8, 4, 4])
    #expect(cache.resource(of: query).value?.items.map(\.id) == [4, 5, 6, 7])
    watch.cancel()
  }

  @Test func aCallerOfAPageThatWaitsForTheNextLoadGetsItsPage() async throws {
    let watch = try await watch(pages: 1)
    cache.invalidate(query)
    await failOnce()
    await failOnce()
    await settle()
    cache.invalidate(query)
    let caller = loadNext()
    service.answer(isFailing: true)
    await answer()
    try await caller.value
    #expect(service.calls == [0, 0, 0, 0, 2] && ids == [0, 1, 2, 3])
    watch.cancel()
  }

  @Test func aPageAfterALoadOfTheListIsPublished() async throws {
    var phases: [Pager<ListItem, Int>.Phase?] = []
    let first = try await watch(pages: 1)
    let watch = cache.watch(query) { phases.append($0.value?.phase) }
    cache.invalidate(query)
    await settle()
    let caller = loadNext()
    await settle()
    #expect(phases.last == .ready)
    service.answer()
    await settle()
    #expect(phases.last == .loadingNext)
    await answer()
    try await caller.value
    #expect(phases.last == .ready)
    watch.cancel()
    first.cancel()
  }

  @Test func aCallerOfAPageDoesNotChangeAReloadOfTheSameTurn() async throws {
    let watch = try await watch(pages: 1)
    let reload = Task.immediate { [cache, query] in try await cache.reload(query) }
    let caller = loadNext()
    await answer()
    try await caller.value
    _ = try await reload.value
    #expect(service.calls == [0, 2])
    watch.cancel()
  }

  @Test func aPageThatFailsAfterAReloadLeavesTheNewList() async throws {
    let watch = try await watch(pages: 1)
    let reload = Task.immediate { [cache, query] in try await cache.reload(query) }
    let caller = loadNext()
    await settle()
    service.answer()
    for _ in 0..<2 { await failOnce() }
    await settle()
    service.answer(isFailing: true)
    await settle()
    #expect(try await reload.value.items.map(\.version) == [2, 2])
    await #expect(throws: WordQuery.Failure.self) { try await caller.value }
    #expect(list.value?.items.map(\.version) == [2, 2])
    guard case .failed = list.value?.phase else { return #expect(Bool(false), "\(list)") }
    // The list itself loads again.
    cache.invalidate(query)
    await answer()
    #expect(list.value?.phase == .ready && list.error == nil)
    #expect(service.calls == [0, 2, 2, 2, 0])
    watch.cancel()
  }

  @Test func anInvalidationDuringThePauseOfAPageLoadsTheListBeforeIt() async throws {
    let watch = try await watch(pages: 1)
    let callers = [loadNext(), loadNext()]
    await failOnce { cache.invalidate(query) }
    await answer()
    for caller in callers { try await caller.value }
    #expect(service.calls == [2, 0, 2] && ids == [0, 1, 2, 3])
    watch.cancel()
  }

  @Test func aFailedPageDoesNotConcernTheCallerOfTheOtherSide() async throws {
    let query = ListQuery(maximumPageCount: 2)
    let watch = try await watch(pages: 4, of: query)
    let next = loadNext(query)
    let previous = Task.immediate { [cache] in try await cache.loadPreviousPage(of: query) }
    for _ in 0..<2 { await failOnce() }
    await settle()
    service.answer(isFailing: true)
    await answer()
    await #expect(throws: WordQuery.Failure.self) { try await next.value }
    try await previous.value
    #expect(service.calls == [8, 8, 8, 2])
    watch.cancel()
  }

  @Test func aFailedPageBeforeALoadDoesNotConcernTheCallerOfTheOtherSide() async throws {
    let query = ListQuery(maximumPageCount: 2)
    let watch = try await watch(pages: 4, of: query)
    let next = loadNext(query)
    let previous = Task.immediate { [cache] in try await cache.loadPreviousPage(of: query) }
    for _ in 0..<2 { await failOnce() }
    await settle()
    // A load of the list follows the last attempt of the page at once.
    cache.invalidate(query)
    service.answer(isFailing: true)
    await answer()
    await #expect(throws: WordQuery.Failure.self) { try await next.value }
    try await previous.value
    #expect(service.calls == [8, 8, 8, 4, 6, 2])
    watch.cancel()
  }

  @Test func aListThatFailsInPlaceOfAPageConcernsTheCallersOfBothSides() async throws {
    let query = ListQuery(maximumPageCount: 2)
    let watch = try await watch(pages: 4, of: query)
    let next = loadNext(query)
    let previous = Task.immediate { [cache] in try await cache.loadPreviousPage(of: query) }
    await failOnce { cache.invalidate(query) }
    await failOnce()
    await settle()
    service.answer(isFailing: true)
    await settle()
    #expect(service.calls == [8, 4, 4])
    await #expect(throws: WordQuery.Failure.self) { try await next.value }
    await #expect(throws: WordQuery.Failure.self) { try await previous.value }
    watch.cancel()
  }

  @Test(arguments: [false, true]) func aListThatIsSetHasNoPageInFlight(hasFailed: Bool) async throws
  {
    let watch = try await watch(pages: 1)
    let caller = loadNext()
    await settle()
    if hasFailed {
      for _ in 0..<2 { await failOnce() }
      await settle()
      service.answer(isFailing: true)
      await settle()
    }
    let shown = try #require(list.value)
    #expect(shown.phase != .ready)
    cache.set(shown, for: query)
    #expect(list.value?.phase == .ready)
    service.answer()
    _ = service.takeCalls()
    // A caller whose page was in flight loads the one of the new list.
    let next = hasFailed ? loadNext() : caller
    await answer()
    try await next.value
    #expect(service.calls == [2] && ids == [0, 1, 2, 3])
    watch.cancel()
  }

  @Test func theListStaysAfterAFailure() async throws {
    let watch = try await watch(pages: 2)
    cache.invalidate(query)
    await fail()
    #expect(ids == [0, 1, 2, 3] && list.error != nil && list.value?.phase == .ready)
    watch.cancel()
  }

  @Test func aFailedPageIsShownAtItsSideAndLoadsOnDemand() async throws {
    let watch = try await watch(pages: 1)
    let caller = loadNext()
    await fail()
    await #expect(throws: WordQuery.Failure.self) { try await caller.value }
    let error = try #require(list.error)
    #expect(list.value?.phase == .failed(page: 2, error) && ids == [0, 1])
    #expect(service.takeCalls() == [2, 2, 2])
    let again = loadNext()
    #expect(list.value?.phase == .loadingNext)
    await answer()
    try await again.value
    #expect(ids == [0, 1, 2, 3] && list.error == nil && list.value?.phase == .ready)
    #expect(service.calls == [2])
    watch.cancel()
  }

  @Test func aLoadAfterAFailedPageLoadsOnlyTheList() async throws {
    let watch = try await watch(pages: 1)
    let caller = loadNext()
    for _ in 0..<2 {
      await settle()
      service.answer(isFailing: true)
      await settle()
      await clock.advance(by: .milliseconds(5_030))
    }
    await settle()
    cache.invalidate(query)
    service.answer(isFailing: true)
    await answer()
    await #expect(throws: WordQuery.Failure.self) { try await caller.value }
    #expect(service.calls == [2, 2, 2, 0])
    watch.cancel()
  }

  @Test func aPageWaitsForALoadOfTheList() async throws {
    let watch = try await watch(pages: 2)
    cache.invalidate(query)
    await settle()
    let caller = loadNext()
    await answer()
    try await caller.value
    #expect(service.calls == [0, 2, 4] && ids == [0, 1, 2, 3, 4, 5])
    watch.cancel()
  }

  @Test func aReloadDuringAPageLoadsTheListAfterIt() async throws {
    let watch = try await watch(pages: 1)
    let caller = loadNext()
    let reload = Task.immediate { [cache, query] in try await cache.reload(query) }
    await answer()
    try await caller.value
    #expect(try await reload.value.items.map(\.version) == [3, 3, 4, 4])
    #expect(service.calls == [2, 0, 2])
    watch.cancel()
  }

  @Test func aCallerThatWantsFreshContentDuringAPageGetsTheLoadAfterIt() async throws {
    let query = ListQuery(staleAfter: .zero)
    let watch = try await watch(pages: 1, of: query)
    let caller = loadNext(query)
    let value = Task.immediate { [cache] in try await cache.value(of: query) }
    await answer()
    try await caller.value
    #expect(try await value.value.items.count == 4)
    #expect(service.calls == [2, 0, 2])
    watch.cancel()
  }

  @Test func callersThatAreCancelledDuringAPageLeaveTheListAsItIs() async throws {
    let query = ListQuery(staleAfter: .zero)
    let watch = try await watch(pages: 1, of: query)
    let next = loadNext(query)
    let value = Task.immediate { [cache] in try await cache.value(of: query) }
    let reload = Task.immediate { [cache] in try await cache.reload(query) }
    let late = Task { [cache] in try await cache.reload(query) }
    for task in [value, reload, late] { task.cancel() }
    await answer()
    try await next.value
    for task in [value, reload, late] {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(service.calls == [2] && cache.resource(of: query).value?.items.count == 4)
    watch.cancel()
  }

  @Test func freshContentNeedsNoPage() async throws {
    let watch = try await watch(pages: 1)
    let next = loadNext()
    await settle()
    #expect(try await cache.value(of: query).items.map(\.id) == [0, 1])
    cache.prefetch(query)
    for _ in 0..<2 { await failOnce() }
    await settle()
    service.answer(isFailing: true)
    await #expect(throws: WordQuery.Failure.self) { try await next.value }
    #expect(service.calls == [2, 2, 2])
    watch.cancel()
  }

  @Test func aRepeatedPageBecomesTheWholeListForCallersThatWantIt() async throws {
    let watch = try await watch(pages: 1)
    let next = loadNext()
    let reload = Task.immediate { [cache, query] in try await cache.reload(query) }
    await failOnce()
    await answer()
    try await next.value
    #expect(try await reload.value.items.count == 2)
    #expect(service.calls == [2, 0, 2] && ids == [0, 1, 2, 3])
    watch.cancel()
  }

  @Test(arguments: [QueryEvent.active, .online]) func anEventDuringAPageLoadsAStaleList(
    event: QueryEvent
  ) async throws {
    let watch = try await watch(pages: 1)
    await clock.advance(by: .seconds(61))
    let next = loadNext()
    await settle()
    cache.receive(event == .active ? .inactive : .offline)
    cache.receive(event)
    await answer()
    try await next.value
    #expect(service.calls == [2, 0, 2])
    watch.cancel()
  }

  @Test func offlineAPageEndsItsCallers() async throws {
    let query = ListQuery(maximumPageCount: 2)
    let watch = try await watch(pages: 4, of: query)
    cache.receive(.offline)
    let next = loadNext(query)
    await settle()
    service.answer(isFailing: true)
    await #expect(throws: WordQuery.Failure.self) { try await next.value }
    await #expect(throws: WordQuery.Failure.self) {
      try await cache.loadPreviousPage(of: query)
    }
    // The hint may be wrong.
    let again = loadNext(query)
    await answer()
    try await again.value
    #expect(service.calls == [8, 8])
    watch.cancel()
  }

  @Test func offlineACallerOfTheOtherSideEnds() async throws {
    let query = ListQuery(maximumPageCount: 2)
    let watch = try await watch(pages: 4, of: query)
    let next = loadNext(query)
    await settle()
    service.answer(isFailing: true)
    await settle()
    let previous = Task.immediate { [cache] in try await cache.loadPreviousPage(of: query) }
    cache.receive(.offline)
    await #expect(throws: WordQuery.Failure.self) { try await next.value }
    await #expect(throws: WordQuery.Failure.self) { try await previous.value }
    #expect(service.calls == [8])
    watch.cancel()
  }

  @Test func anOlderErrorIsNotThatOfAPage() async throws {
    let query = ListQuery(list: 1)
    let watch = try await watch(pages: 1, of: query)
    let reload = Task.immediate { [cache] in try await cache.reload(query) }
    for _ in 0..<2 { await failOnce() }
    await settle()
    service.answer(isFailing: true)
    await #expect(throws: WordQuery.Failure.self) { try await reload.value }
    watch.cancel()
    let next = loadNext(query)
    await settle()
    #expect(cache.resource(of: query).value?.phase == .loadingNext)
    next.cancel()
    await settle()
    let list = cache.resource(of: query)
    #expect(list.error != nil && !list.isLoading && list.value?.phase == .ready)
    service.answer()
  }

  @Test func anInvalidationDuringAPageLoadsTheListAfterIt() async throws {
    let watch = try await watch(pages: 1)
    let caller = loadNext()
    await settle()
    // Only the page in flight has the item.
    cache.invalidate([QueryTag("item", id: 3)])
    await answer()
    try await caller.value
    #expect(service.calls == [2, 0, 2])
    #expect(list.value?.items.map(\.version) == [3, 3, 4, 4] && !list.isInvalidated)
    watch.cancel()
  }

  @Test func aPageOfACancelledLoadIsDropped() async throws {
    let query = ListQuery(list: 1)
    var watch = try await watch(pages: 1, of: query)
    let caller = loadNext(query)
    await settle()
    caller.cancel()
    watch.cancel()
    await settle()
    watch = cache.watch(query) { _ in }
    let again = loadNext(query)
    await settle()
    #expect(service.open.count == 2)
    await answer()
    try await again.value
    #expect(service.calls == [2, 2])
    #expect(cache.resource(of: query).value?.items.map(\.version) == [1, 1, 3, 3])
    watch.cancel()
  }

  @Test func onlyKeptPagesLoadAgain() async throws {
    let query = ListQuery(maximumPageCount: 2)
    let watch = try await watch(pages: 4, of: query)
    #expect(cache.resource(of: query).value?.items.map(\.id) == [4, 5, 6, 7])
    cache.invalidate(query)
    await answer()
    #expect(service.takeCalls() == [4, 6])
    #expect(cache.resource(of: query).value?.items.map(\.id) == [4, 5, 6, 7])
    let caller = Task.immediate { [cache] in try await cache.loadPreviousPage(of: query) }
    #expect(cache.resource(of: query).value?.previousPhase == .loading)
    await answer()
    try await caller.value
    #expect(service.calls == [2])
    #expect(cache.resource(of: query).value?.items.map(\.id) == [2, 3, 4, 5])
    watch.cancel()
  }

  private struct Rename: QueryMutation {
    func send(in context: MutationContext) async throws {
      _ = try await context.environment.words.send(1, context.key)
    }
    func change(_ patch: inout QueryPatch) {
      patch.update(ListQuery()) { list in
        if let item = list.items.first {
          list.update(ListItem(id: item.id, version: item.version + 100))
        }
      }
    }
  }

  @Test func aPageKeepsTheChangesOfMutations() async throws {
    let watch = try await watch(pages: 1)
    let mutation = Task.immediate { [cache] in try await cache.perform(Rename()) }
    await settle()
    let caller = loadNext()
    await answer()
    try await caller.value
    #expect(list.value?.items.map(\.version) == [101, 1, 2, 2])
    words.answer(1, .empty)
    try await mutation.value
    let next = loadNext()
    await answer()
    try await next.value
    #expect(list.value?.items.map(\.version) == [101, 1, 2, 2, 3, 3])
    watch.cancel()
  }

  @Observable @MainActor
  final class ListState: ScreenState {
    var list = Resource<Pager<ListItem, Int>>()
  }

  private actor ListStore: ScreenStore {
    struct Action: ActionLockable, Hashable {}

    nonisolated let binding: ScreenBinding<ListState>

    init(_ environment: StoreEnvironment) {
      binding = ScreenBinding(environment: environment)
    }

    func perform(_ action: Action) async throws { try await follow(\.list, ListQuery()) }
  }

  @Test func aScreenThatNoLongerFollowsAListShowsNoPageInFlight() async throws {
    let watch = try await watch(pages: 1)
    let (cache, state) = (cache, ListState())
    let store = ListStore(.controlled(clock, words).changing { $0.queries = cache })
    await store.bind(to: state)
    let task = store.send(.init())
    let caller = loadNext()
    await settle()
    #expect(state.list.value?.phase == .loadingNext)
    task.cancel()
    await settle()
    #expect(state.list.value?.phase == .ready && !state.list.isLoading)
    await answer()
    try await caller.value
    #expect(state.list.value?.items.count == 2)
    watch.cancel()
  }

  @Test func theEndOfTheCacheEndsALoad() async throws {
    var cache: QueryCache? = QueryCache(
      clock: clock,
      environment: .controlled(clock: clock).changing { [service] in $0.lists = service }
    )
    cache?.prefetch(query)
    await settle()
    #expect(service.wanted.count == 1)
    weak let released = cache
    cache = nil
    await settle()
    #expect(released == nil && service.wanted.isEmpty)
    service.answer()
    await settle()
  }

  @Test func nothingIsLeftAfterAllLoads() async throws {
    for id in 0..<20 {
      let query = ListQuery(list: id + 2)
      let watch = try await watch(pages: 2, of: query)
      let caller = loadNext(query)
      await fail()
      _ = await caller.result
      #expect(cache.pageLoads.pages.count == 1)
      cache.remove(query)
      await answer()
      watch.cancel()
    }
    #expect(cache.pageLoads.pages.isEmpty)
    await clock.advance(by: .seconds(400))
    #expect(cache.count == 0)
  }

  @Test func aFailedPageEndsWithItsList() async throws {
    let watch = try await watch(pages: 1)
    let caller = loadNext()
    await fail()
    _ = await caller.result
    watch.cancel()
    await clock.advance(by: .seconds(400))
    #expect(cache.count == 0 && cache.pageLoads.pages.isEmpty)
  }

  @Test(arguments: [false, true])
  func noCallerOfAPageLoadsARemovedList(isClear: Bool) async throws {
    let watch = try await watch(pages: 1)
    let next = loadNext()
    let previous = Task.immediate { [cache, query] in try await cache.loadPreviousPage(of: query) }
    await settle()
    _ = service.takeCalls()
    if isClear {
      await cache.clear()
    } else {
      watch.cancel()
      cache.remove(query)
    }
    await settle()
    #expect(service.takeCalls() == [])
    service.answer()
    await answer()
    #expect(cache.count == 0 && list.value == nil)
    await #expect { try await next.value } throws: { ($0 as? QueryError)?.code == .removed }
    await #expect { try await previous.value } throws: { ($0 as? QueryError)?.code == .removed }
    #expect(cache.pageLoads.pages.isEmpty)
    watch.cancel()
  }

  // MARK: Dependencies

  /// A list whose pages need a word: with the number of the cursor, or always the first one.
  private struct WordList: PagedQuery {
    var hasOneWord = false
    var failures = LockIsolated(0)

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.hasOneWord == rhs.hasOneWord }
    func hash(into hasher: inout Hasher) { hasher.combine(hasOneWord) }

    var options: QueryOptions { .make { $0.staleAfter = nil } }
    var firstCursor: Int? { 0 }

    func page(
      _ request: Pager<ListItem, Int>.Request,
      in context: QueryContext
    ) async throws -> Pager<ListItem, Int>.Page {
      let cursor = request.cursor ?? 0
      // The words of one kind have these numbers.
      let word = try await context.value(of: WordQuery(id: hasOneWord ? 4 : cursor * 5 + 4))
      let isFailing = failures.withValue { count in
        guard cursor > 0, count > 0 else { return false }
        count -= 1
        return true
      }
      if isFailing { throw WordQuery.Failure() }
      return .init(items: [ListItem(id: cursor, version: Int(word) ?? 0)], next: cursor + 1)
    }
  }

  private func setWord(_ number: Int, _ text: String) {
    cache.set(text, for: WordQuery(id: number * 5 + 4))
  }

  private func versions(_ query: WordList) -> [Int]? {
    cache.resource(of: query).value?.items.map(\.version)
  }

  @Test func eachPageOfAListKeepsItsLinks() async throws {
    for number in 0..<3 { setWord(number, "0") }
    let query = WordList()
    let watch = cache.watch(query) { _ in }
    await settle()
    // The load of a page adds its links to those of the others.
    for _ in 0..<2 { try await cache.loadNextPage(of: query) }
    #expect(versions(query) == [0, 0, 0])
    for number in 0..<3 {
      setWord(number, "7")
      await settle()
      #expect(versions(query) == [0, 1, 2].map { $0 <= number ? 7 : 0 })
    }
    watch.cancel()
  }

  @Test func aPageWithOtherContentOfAnEvictedDependencyLoadsTheListAgain() async throws {
    let query = WordList(hasOneWord: true)
    setWord(0, "7")
    let watch = cache.watch(query) { _ in }
    await settle()
    #expect(versions(query) == [7])
    await clock.advance(by: .seconds(400))
    #expect(cache.count == 1)
    // The page loads the word, which has no number now.
    let caller = Task.immediate { [cache] in try await cache.loadNextPage(of: query) }
    await settle()
    words.answer()
    await settle()
    try await caller.value
    #expect(versions(query) == [0, 0])
    watch.cancel()
  }

  @Test func aRepeatedAttemptKeepsTheLinksOfItsEarlierPages() async throws {
    for number in 0..<2 { setWord(number, "0") }
    let query = WordList()
    let watch = cache.watch(query) { _ in }
    await settle()
    try await cache.loadNextPage(of: query)
    query.failures.withValue { $0 = 1 }
    cache.invalidate(query)
    await settle()
    #expect(cache.resource(of: query).retry != nil)
    await clock.advance(by: .milliseconds(5_030))
    await settle()
    #expect(cache.resource(of: query).retry == nil)
    setWord(0, "7")
    await settle()
    #expect(versions(query) == [7, 0])
    // A change during the pause loads the earlier pages again.
    query.failures.withValue { $0 = 1 }
    cache.invalidate(query)
    await settle()
    setWord(0, "8")
    await clock.advance(by: .milliseconds(5_030))
    await settle()
    #expect(versions(query) == [8, 0])
    watch.cancel()
  }

  @Test func aRepeatedAttemptWithoutPagesHasOnlyItsOwnLinks() async throws {
    /// A list whose first attempt needs another word than the second one, and fails.
    struct FickleList: PagedQuery {
      var options: QueryOptions { .make { $0.staleAfter = nil } }

      func page(
        _ request: Pager<ListItem, Int>.Request,
        in context: QueryContext
      ) async throws -> Pager<ListItem, Int>.Page {
        let id = context.attempt == 1 ? 4 : 9
        let word = try await context.value(of: WordQuery(id: id))
        if context.attempt == 1 { throw WordQuery.Failure() }
        return .init(items: [ListItem(id: Int(word) ?? 0)], next: nil)
      }
    }
    for number in 0..<2 { setWord(number, "0") }
    let watch = cache.watch(FickleList()) { _ in }
    await settle()
    await clock.advance(by: .milliseconds(5_030))
    await settle()
    let links = cache.dependencies.links.dependencies(of: QueryKey(FickleList()))
    #expect(links == [QueryKey(WordQuery(id: 9))])
    watch.cancel()
  }

  @Test func anEarlierFailureOfADependencyDoesNotEndTheAttempts() async throws {
    /// A list whose first page does without its word, and whose second one fails.
    struct BraveList: PagedQuery {
      let failures: LockIsolated<Int>
      static func == (lhs: Self, rhs: Self) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
      var options: QueryOptions { .make { $0.staleAfter = nil } }

      func page(
        _ request: Pager<ListItem, Int>.Request,
        in context: QueryContext
      ) async throws -> Pager<ListItem, Int>.Page {
        guard let cursor = request.cursor else {
          _ = try? await context.value(of: Missing())
          return .init(items: [ListItem(id: 0)], next: 1)
        }
        let isFailing = failures.withValue { count in
          count -= 1
          return count >= 0
        }
        if isFailing { throw WordQuery.Failure() }
        return .init(items: [ListItem(id: cursor)], next: nil)
      }
    }
    struct Missing: ResourceQuery {
      var options: QueryOptions { .make { $0.retry = .never } }
      func load(in context: QueryContext) async throws -> Int { throw WordQuery.Failure() }
    }
    let query = BraveList(failures: LockIsolated(2))
    let watch = cache.watch(query) { _ in }
    await settle()
    let caller = Task.immediate { [cache] in try await cache.loadNextPage(of: query) }
    for _ in 0..<3 {
      await settle()
      await clock.advance(by: .milliseconds(5_030))
    }
    try await caller.value
    #expect(cache.resource(of: query).value?.items.count == 2)
    watch.cancel()
  }

  @Test func aPageInACycleEnds() async throws {
    struct Owner: ResourceQuery {
      let list: ListOfOwner
      func load(in context: QueryContext) async throws -> Int {
        try await context.value(of: list).items.count
      }
    }
    struct ListOfOwner: PagedQuery {
      func page(
        _ request: Pager<ListItem, Int>.Request,
        in context: QueryContext
      ) async throws -> Pager<ListItem, Int>.Page {
        .init(items: [ListItem(id: try await context.value(of: Owner(list: self)))], next: nil)
      }
    }
    let watch = cache.watch(ListOfOwner()) { _ in }
    await settle()
    let list = cache.resource(of: ListOfOwner())
    #expect(list.error != nil && !list.isLoading)
    watch.cancel()
  }
}
