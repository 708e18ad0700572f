import ScreenStateKit
import StateTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct PagedScreenStateTests {
  private typealias State = PagedScreenState<Word, Int>

  private struct Offline: Error {}

  private let state = State()

  // MARK: Flags

  @Test func flagsSayWhatThePagerSays() throws {
    expectFlags(canShowLoadmore: false, didLoadAllData: false)
    let first = state.pager.refresh()
    expectFlags(canShowLoadmore: false, didLoadAllData: false)
    state.pager.receive(.init(items: words(1), next: 2), for: first)
    expectFlags(canShowLoadmore: true, didLoadAllData: false)
    let second = try require(state.pager.next())
    expectFlags(canShowLoadmore: true, didLoadAllData: false)
    state.pager.fail(Offline(), for: second)
    expectFlags(canShowLoadmore: false, didLoadAllData: false)
    let retried = try require(state.pager.retry())
    expectFlags(canShowLoadmore: true, didLoadAllData: false)
    state.pager.receive(.init(items: words(2), next: nil), for: retried)
    expectFlags(canShowLoadmore: false, didLoadAllData: true)
    let refresh = state.pager.refresh()
    expectFlags(canShowLoadmore: false, didLoadAllData: false)
    state.pager.receive(.init(items: [], next: nil), for: refresh)
    expectFlags(canShowLoadmore: false, didLoadAllData: true)
  }

  @Test func flagsCannotBeSetAgainstThePager() {
    let state: LoadmoreScreenState = state
    let request = self.state.pager.refresh()
    state.canExecuteLoadmore()
    expectFlags(canShowLoadmore: false, didLoadAllData: false)
    state.updateDidLoadAllData(true)
    expectFlags(canShowLoadmore: false, didLoadAllData: false)
    self.state.pager.receive(.init(items: words(1), next: 2), for: request)
    state.terminateLoadMoreView()
    state.ternimateLoadmoreView()
    state.updateDidLoadAllData(true)
    expectFlags(canShowLoadmore: true, didLoadAllData: false)
  }

  @Test func flagsAndItemsAreObserved() {
    let request = state.pager.refresh()
    #expect(
      isNotified(of: (state as LoadmoreScreenState).canShowLoadmore) {
        state.pager.receive(.init(items: words(1), next: 2), for: request)
      }
    )
    #expect(isNotified(of: state.didLoadAllData) { _ = state.pager.refresh() })
    #expect(isNotified(of: state.items) { state.pager.remove(id: 1) })
  }

  // MARK: Creation

  private final class Screen: PagedScreenState<Word, Int> {
    var query = ""
  }

  @Test func subclassHasAllInitializers() {
    let parent = ScreenState()
    let pager = Pager<Word, Int>(firstPage: 0)
    #expect(Screen().pager.phase == .idle)
    for state in [
      Screen(states: parent), Screen(states: parent, options: .loading),
      Screen(pager: pager, states: parent),
    ] {
      state.loadingStarted()
      #expect(parent.isLoading)
      state.loadingFinished()
      #expect(!parent.isLoading)
    }
    #expect(Screen(pager: pager).pager.refresh().pageNumber == 0)
    #expect(Screen(pager: pager, states: parent).pager.refresh().pageNumber == 0)
  }

  // MARK: Loading

  @Test func pagesAreLoadedFromAStoreInOneLineEach() async throws {
    let store = Store(state: state)
    try await store.reload()
    #expect(state.items == words(1))
    try await store.loadMore()
    try await store.loadMore()
    #expect(state.items == words(1, 2, 3))
    #expect(state.didLoadAllData)
    #expect(try await store.loadMore() == false)
    #expect(await store.asked == [1, 2, 3])
  }

  @Test func failureIsThrownAndTheSamePageRetried() async throws {
    try await state.loadFirstPage { .init(items: words(1), hasMore: true, after: $0) }
    await #expect(throws: Offline.self) { try await state.loadNextPage { _ in throw Offline() } }
    guard case .failed(2, let error) = state.pager.phase else {
      Issue.record("The phase is \(state.pager.phase)")
      return
    }
    #expect(error.originalError is Offline)
    #expect(try await state.loadNextPage { _ in .init(items: [], next: nil) } == false)
    let isTaken = try await state.retryPage { request in
      #expect(request.pageNumber == 2)
      return .init(items: words(2), next: nil)
    }
    #expect(isTaken)
    #expect(state.items == words(1, 2))
    #expect(try await state.retryPage { _ in .init(items: [], next: nil) } == false)
  }

  @Test func pageThatArrivesAfterARefreshIsIgnored() async throws {
    try await state.loadFirstPage { .init(items: words(1), hasMore: true, after: $0) }
    let isTaken = try await state.loadNextPage { _ in
      try await state.loadFirstPage { .init(items: words(7), hasMore: true, after: $0) }
      return .init(items: words(2), next: nil)
    }
    #expect(!isTaken)
    #expect(state.items == words(7))
    #expect(state.pager.phase == .ready)
  }

  @Test func failureAfterARefreshIsIgnored() async throws {
    let isTaken = try await state.loadFirstPage { _ in
      try await state.loadFirstPage { .init(items: words(7), hasMore: false, after: $0) }
      throw Offline()
    }
    #expect(!isTaken)
    #expect(state.pager.phase == .exhausted)
  }

  @Test func newQueryDropsTheItemsAtOnce() async throws {
    try await state.loadFirstPage { .init(items: words(1), hasMore: true, after: $0) }
    try await state.loadFirstPage { request in
      #expect(state.items == words(1))
      return .init(items: words(2), hasMore: true, after: request)
    }
    try await state.loadFirstPage(keepingItems: false) { _ in
      #expect(state.items.isEmpty)
      return .init(items: [], next: nil)
    }
    #expect(state.pager.phase == .empty)
  }

  @Test func cancelledLoadIsNotAFailure() async throws {
    try await state.loadFirstPage { .init(items: words(1), hasMore: true, after: $0) }
    let isLoading = Gate()
    let load = Task {
      try await state.loadNextPage { _ in
        isLoading.open()
        await Gate().wait()
        throw Offline()
      }
    }
    await isLoading.wait()
    #expect(state.pager.phase == .loadingNext)
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(state.pager.phase == .ready)
  }

  /// The service ignores cancellation.
  @Test(arguments: [false, true])
  func aCancelledFirstPageIsNotTaken(isFirst: Bool) async throws {
    if !isFirst {
      try await state.loadFirstPage { .init(items: words(1), hasMore: true, after: $0) }
    }
    let gate = Gate()
    let load = Task {
      try await state.loadFirstPage { request in
        await gate.passStubbornly()
        return .init(items: words(2), hasMore: true, after: request)
      }
    }
    await gate.waitUntilStarted()
    load.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(state.items == (isFirst ? [] : words(1)))
    #expect(state.pager.phase == (isFirst ? .idle : .ready))
  }

  // MARK: Previous pages

  @Test func previousPagesAreLoadedUntilThereAreNone() async throws {
    try await loadAnchor()
    for _ in 0..<2 {
      let isTaken = try await state.loadPreviousPage { request in
        #expect(request.kind == .previous)
        let number = request.pageNumber
        return .init(items: words(number), next: nil, previous: number > 8 ? number - 1 : nil)
      }
      #expect(isTaken)
    }
    #expect(state.items == words(8, 9, 10))
    #expect(try await state.loadPreviousPage { _ in .init(items: [], next: nil) } == false)
    expectFlags(canShowLoadmore: true, didLoadAllData: false)
  }

  @Test func previousPageThatFailedIsRetried() async throws {
    try await loadAnchor()
    await #expect(throws: Offline.self) {
      try await state.loadPreviousPage { _ in throw Offline() }
    }
    guard case .failed(let error) = state.pager.previousPhase else {
      Issue.record("The previous phase is \(state.pager.previousPhase)")
      return
    }
    #expect(error.originalError is Offline)
    #expect(state.content == .loaded(words(10)))
    #expect(try await state.retryPage { _ in .init(items: [], next: nil) } == false)
    #expect(try await state.retryPreviousPage { _ in .init(items: words(9), next: nil) })
    #expect(state.items == words(9, 10))
    #expect(try await state.retryPreviousPage { _ in .init(items: [], next: nil) } == false)
  }

  @Test func cancelledPreviousPageOfAServiceThatContinuesIsNotTaken() async throws {
    try await loadAnchor()
    let (isLoading, isDone) = (Gate(), Gate())
    let load = Task {
      try await state.loadPreviousPage { _ in
        isLoading.open()
        // Runs until the test ends it, even if cancelled.
        await Task { await isDone.wait() }.value
        throw Offline()
      }
    }
    await isLoading.wait()
    #expect(state.pager.previousPhase == .loading)
    load.cancel()
    isDone.open()
    await #expect(throws: CancellationError.self) { try await load.value }
    #expect(state.pager.previousPhase == .ready)
    #expect(state.items == words(10))
  }

  @Test func previousPageThatArrivesAfterARefreshIsIgnored() async throws {
    try await loadAnchor()
    let isTaken = try await state.loadPreviousPage { _ in
      try await self.state.loadFirstPage { _ in .init(items: words(1), next: nil) }
      return .init(items: words(9), next: nil)
    }
    #expect(!isTaken)
    #expect(state.items == words(1))
    #expect(state.pager.previousPhase == .none)
  }

  @Test func nextAndPreviousPagesDoNotLoadAtOnce() async throws {
    try await loadAnchor()
    try await state.loadPreviousPage { _ in
      let isAlsoLoading = try await self.state.loadNextPage { _ in .init(items: [], next: nil) }
      #expect(!isAlsoLoading)
      return .init(items: words(9), next: nil)
    }
    try await state.loadNextPage { _ in
      let isAlsoLoading = try await self.state.loadPreviousPage { _ in .init(items: [], next: nil) }
      #expect(!isAlsoLoading)
      return .init(items: words(11), next: nil)
    }
    #expect(state.items == words(9, 10, 11))
  }

  /// Loads a list that starts in the middle.
  private func loadAnchor() async throws {
    try await state.loadFirstPage { _ in .init(items: words(10), next: 11, previous: 9) }
  }

  private func expectFlags(
    canShowLoadmore: Bool,
    didLoadAllData: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let state: LoadmoreScreenState = state
    #expect(state.canShowLoadmore == canShowLoadmore, sourceLocation: sourceLocation)
    #expect(state.didLoadAllData == didLoadAllData, sourceLocation: sourceLocation)
  }

  private actor Store {
    private let state: State
    private(set) var asked: [Int] = []

    init(state: State) {
      self.state = state
    }

    func reload() async throws {
      try await state.loadFirstPage { await self.page($0) }
    }

    @discardableResult
    func loadMore() async throws -> Bool {
      try await state.loadNextPage { await page($0) }
    }

    private func page(_ request: State.Request) async -> State.Page {
      asked.append(request.pageNumber)
      let number = request.pageNumber
      return State.Page(items: words(number), hasMore: number < 3, after: request)
    }
  }
}
