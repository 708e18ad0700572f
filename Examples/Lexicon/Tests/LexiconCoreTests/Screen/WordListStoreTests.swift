import Foundation
import ScreenStateKit
import Testing

@testable import LexiconCore

@MainActor
struct WordListStoreTests {
  private let provider = PendingProvider()
  private let state = WordListState()
  private let store: WordListStore
  private let broken = WordProviderError(.status(503), url: URL(filePath: "/words"))

  init() async {
    store = WordListStore(
      filter: WordFilter(prefix: "w"),
      pageSize: 2,
      environment: .test.changing { [provider] in $0.wordProvider = provider }
    )
    await store.bind(to: state)
  }

  private var words: [String] { state.snapshot.entries.map(\.word) }

  private func send(_ action: WordListStore.Action) -> AnyTask {
    store.send(action)
  }

  /// Waits for an action to complete, whether it succeeds or fails.
  private func end(_ sent: AnyTask) async {
    _ = try? await sent.value
  }

  /// Sends an action and answers its request.
  private func load(_ action: WordListStore.Action, _ page: WordPage) async throws {
    let sent = send(action)
    try await provider.pages.request().answer(page)
    await end(sent)
  }

  private func fail(_ action: WordListStore.Action, with error: any Error) async throws {
    let sent = send(action)
    try await provider.pages.request().fail(error)
    await end(sent)
  }

  @Test func pagesUpToARowAreLoaded() async throws {
    let loaded = send(.load(upTo: 3))
    try await provider.pages.request().answer(.sample(from: 0, count: 2, of: 9))
    try await provider.pages.request().answer(.sample(from: 2, count: 2, of: 9))
    await end(loaded)
    #expect(words == ["word 0", "word 1", "word 2", "word 3"])
  }

  @Test func pageIsNotLoadedTwiceWhileTheListIsLoadedUpToARow() async throws {
    let loaded = send(.load(upTo: 3))
    try await provider.pages.request().answer(.sample(from: 0, count: 2, of: 9))
    let second = try await provider.pages.request()
    #expect(words == ["word 0", "word 1"])
    // The end of the list is visible, and asks for its next page.
    #expect(send(.loadMore).isCancelled)
    second.answer(.sample(from: 2, count: 2, of: 9))
    await end(loaded)
    #expect(words == ["word 0", "word 1", "word 2", "word 3"])
  }

  @Test func loadingUpToARowEndsWithTheListOrAnError() async throws {
    let loaded = send(.load(upTo: 100))
    try await provider.pages.request().answer(.sample(from: 0, count: 2, of: 3))
    try await provider.pages.request().fail(broken)
    await end(loaded)
    #expect(words == ["word 0", "word 1"])
    let again = send(.load(upTo: 100))
    try await provider.pages.request().answer(.sample(from: 0, count: 2, of: 3))
    try await provider.pages.request().answer(.sample(from: 2, count: 1, of: 3))
    await end(again)
    #expect(words == ["word 0", "word 1", "word 2"])
  }

  @Test func refreshLoadsTheFirstPageAndShowsThatItLoads() async throws {
    let sent = send(.refresh)
    let request = try await provider.pages.request()
    #expect(request.filter == WordFilter(prefix: "w"))
    #expect(request.offset == 0)
    #expect(request.limit == 2)
    #expect(state.isLoading)
    #expect(state.snapshot.isPlaceholder)
    request.answer(.sample(from: 0, count: 2, of: 4))
    await end(sent)
    #expect(!state.isLoading)
    #expect(words == ["word 0", "word 1"])
    #expect(state.canShowLoadmore)
  }

  @Test func nextPageGoesToTheEndWithoutTheLoadingOfTheWholeScreen() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 3))
    let sent = send(.loadMore)
    let request = try await provider.pages.request()
    #expect(request.offset == 2)
    #expect(state.isLoadingMore)
    #expect(!state.isLoading)
    request.answer(.sample(from: 2, count: 1, of: 3))
    await end(sent)
    #expect(words == ["word 0", "word 1", "word 2"])
    #expect(state.didLoadAllData)
  }

  @Test func afterTheLastPageNothingIsAskedFor() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 2))
    await end(send(.loadMore))
    #expect(!state.isLoadingMore)
    #expect(words.count == 2)
  }

  @Test func nextPageBeginsWhereTheListEnds() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 5))
    for offset in [2, 4] {
      let sent = send(.loadMore)
      let request = try await provider.pages.request()
      #expect(request.offset == offset)
      request.answer(.sample(from: offset, count: min(2, 5 - offset), of: 5))
      await end(sent)
    }
    #expect(words.count == 5)
    #expect(state.didLoadAllData)
  }

  @Test func emptyPageEndsTheListWhateverItsTotalSays() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 50))
    try await load(.loadMore, .sample(from: 2, count: 0, of: 50))
    #expect(state.didLoadAllData)
    #expect(!state.canShowLoadmore)
    await end(send(.loadMore))
  }

  @Test func nextPageIsNotAskedForTwiceAtATime() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 6))
    let first = send(.loadMore)
    let request = try await provider.pages.request()
    let second = send(.loadMore)
    #expect(second.isCancelled)
    await end(second)
    #expect(state.isLoadingMore)
    request.answer(.sample(from: 2, count: 2, of: 6))
    await end(first)
    #expect(words.count == 4)
  }

  @Test(arguments: [true, false])
  func refreshTakesThePlaceOfTheOneBefore(oldPageComesFirst: Bool) async throws {
    let first = send(.refresh)
    let old = try await provider.pages.request()
    let second = send(.refresh)
    let new = try await provider.pages.request()
    #expect(first.isCancelled)
    if oldPageComesFirst {
      old.answer(.sample("old", from: 0, count: 2, of: 3))
      await end(first)
      #expect(state.snapshot.isPlaceholder)
      #expect(state.isLoading)
    }
    new.answer(.sample("new", from: 0, count: 2, of: 4))
    await end(second)
    if !oldPageComesFirst {
      old.answer(.sample("old", from: 0, count: 2, of: 3))
      await end(first)
    }
    #expect(words == ["new 0", "new 1"])
    #expect(state.total == 4)
    #expect(!state.isLoading)
  }

  @Test func errorIsShownAndTheListIsKept() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 4))
    try await fail(.refresh, with: broken)
    #expect(state.displayError?.message == broken.errorDescription)
    #expect(words == ["word 0", "word 1"])
    #expect(!state.isLoading)
    // The kept list continues where it was.
    try await load(.loadMore, .sample(from: 2, count: 2, of: 4))
    #expect(words.count == 4)
    try await load(.refresh, .sample(from: 0, count: 2, of: 4))
    #expect(words.count == 2)
    #expect(state.displayError == nil)
  }

  @Test func errorThatHasNoTextOfItsOwnIsShownToo() async throws {
    struct Nameless: Error {}
    try await fail(.refresh, with: Nameless())
    #expect(state.displayError != nil)
  }

  @Test func refreshAfterAFailureShowsTheSkeletonAgainAndThenNoError() async throws {
    try await fail(.refresh, with: broken)
    let retry = send(.refresh)
    let request = try await provider.pages.request()
    #expect(request.offset == 0)
    #expect(state.snapshot.isPlaceholder)
    request.answer(.sample(from: 0, count: 2, of: 4))
    await end(retry)
    #expect(words.count == 2)
    #expect(state.displayError == nil)
  }

  @Test func loadingMoreAsksAgainForThePageThatFailed() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 4))
    try await fail(.loadMore, with: broken)
    let retry = send(.loadMore)
    let request = try await provider.pages.request()
    #expect(request.offset == 2)
    #expect(state.isLoadingMore)
    #expect(!state.isLoading)
    request.answer(.sample(from: 2, count: 2, of: 4))
    await end(retry)
    #expect(words.count == 4)
    #expect(state.displayError == nil)
  }

  @Test(arguments: [true, false])
  func refreshDropsThePageThatWasStillLoading(oldPageComesFirst: Bool) async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 6))
    let more = send(.loadMore)
    let old = try await provider.pages.request()
    let refresh = send(.refresh)
    let new = try await provider.pages.request()
    #expect(new.offset == 0)
    if oldPageComesFirst {
      old.answer(.sample("old", from: 2, count: 2, of: 7))
      await end(more)
      #expect(words == ["word 0", "word 1"])
    }
    new.answer(.sample("new", from: 0, count: 2, of: 6))
    await end(refresh)
    if !oldPageComesFirst {
      old.answer(.sample("old", from: 2, count: 2, of: 7))
      await end(more)
    }
    #expect(words == ["new 0", "new 1"])
    #expect(state.total == 6)
    #expect(!state.isLoadingMore)
    try await load(.loadMore, .sample("new", from: 2, count: 2, of: 6))
    #expect(words == ["new 0", "new 1", "new 2", "new 3"])
  }

  @Test func errorOfADroppedPageIsNotShownAndItsPageNotRetried() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 6))
    let more = send(.loadMore)
    let old = try await provider.pages.request()
    let refresh = send(.refresh)
    let new = try await provider.pages.request()
    old.fail(broken)
    await end(more)
    #expect(state.displayError == nil)
    new.fail(broken)
    await end(refresh)
    #expect(state.displayError?.message == broken.errorDescription)
    #expect(!state.nextPageFailed)
  }

  @Test func whileTheListStartsOverNoNextPageIsAskedFor() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 6))
    let refresh = send(.refresh)
    let request = try await provider.pages.request()
    #expect(send(.loadMore).isCancelled)
    request.answer(.sample(from: 0, count: 2, of: 6))
    await end(refresh)
    #expect(words.count == 2)
  }

  @Test func cancelledLoadShowsNoErrorAndTheListCanBeLoadedAgain() async throws {
    try await fail(.refresh, with: CancellationError())
    #expect(state.displayError == nil)
    #expect(!state.isLoading)
    try await load(.refresh, .sample(from: 0, count: 2, of: 4))
    #expect(words.count == 2)
  }

  @Test func storeDoesNotKeepItsStateAlive() async {
    weak var released: WordListState?
    do {
      let state = WordListState()
      released = state
      await store.bind(to: state)
    }
    #expect(released == nil)
    await end(send(.refresh))
  }
}
