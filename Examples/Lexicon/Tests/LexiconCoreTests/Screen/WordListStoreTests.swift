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
    store = WordListStore(provider: provider, filter: WordFilter(prefix: "w"), pageSize: 2)
    await store.binding(state: state)
  }

  private var words: [String] { state.snapshot.entries.map(\.word) }

  private func send(_ action: WordListStore.Action) -> Task<Void, Never> {
    Task { await store.isolatedReceive(action: action) }
  }

  /// Sends an action and answers its request.
  private func load(_ action: WordListStore.Action, _ page: WordPage) async throws {
    let sent = send(action)
    try await provider.request().answer(page)
    await sent.value
  }

  private func fail(_ action: WordListStore.Action, with error: any Error) async throws {
    let sent = send(action)
    try await provider.request().fail(error)
    await sent.value
  }

  @Test func refreshLoadsTheFirstPageAndShowsThatItLoads() async throws {
    let sent = send(.refresh)
    let request = try await provider.request()
    #expect(request.filter == WordFilter(prefix: "w"))
    #expect(request.offset == 0)
    #expect(request.limit == 2)
    #expect(state.isLoading)
    #expect(state.snapshot.isPlaceholder)
    request.answer(.sample(from: 0, count: 2, of: 4))
    await sent.value
    #expect(!state.isLoading)
    #expect(words == ["word 0", "word 1"])
    #expect(state.canShowLoadmore)
  }

  @Test func actionThatWasReceivedIsPerformedLater() async throws {
    store.receive(action: .refresh)
    let request = try await provider.request()
    #expect(request.offset == 0)
    request.answer(.sample(from: 0, count: 2, of: 4))
  }

  @Test func nextPageGoesToTheEndWithoutTheLoadingOfTheWholeScreen() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 3))
    let sent = send(.loadMore)
    let request = try await provider.request()
    #expect(request.offset == 2)
    #expect(state.isLoadingMore)
    #expect(!state.isLoading)
    request.answer(.sample(from: 2, count: 1, of: 3))
    await sent.value
    #expect(words == ["word 0", "word 1", "word 2"])
    #expect(state.didLoadAllData)
  }

  @Test func afterTheLastPageNothingIsAskedFor() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 2))
    await send(.loadMore).value
    #expect(!state.isLoadingMore)
    #expect(words.count == 2)
  }

  @Test func sameActionDoesNotRunTwiceAtATime() async throws {
    let first = send(.refresh)
    let request = try await provider.request()
    await send(.refresh).value
    #expect(state.isLoading)
    request.answer(.sample(from: 0, count: 2, of: 4))
    await first.value
    #expect(!state.isLoading)
  }

  @Test func errorIsShownAndTheListIsKept() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 4))
    try await fail(.refresh, with: broken)
    #expect(state.displayError?.message == broken.errorDescription)
    #expect(words == ["word 0", "word 1"])
    #expect(!state.isLoading)
    try await load(.loadMore, .sample(from: 2, count: 2, of: 4))
    #expect(words.count == 4)
  }

  @Test func errorThatHasNoTextOfItsOwnIsShownToo() async throws {
    struct Nameless: Error {}
    try await fail(.refresh, with: Nameless())
    #expect(state.displayError != nil)
  }

  @Test func retryOfAFirstPageShowsTheSkeletonAgainAndThenNoError() async throws {
    try await fail(.refresh, with: broken)
    let retry = send(.retry)
    let request = try await provider.request()
    #expect(request.offset == 0)
    #expect(state.snapshot.isPlaceholder)
    request.answer(.sample(from: 0, count: 2, of: 4))
    await retry.value
    #expect(words.count == 2)
    #expect(state.displayError == nil)
  }

  @Test func retryAsksAgainForThePageThatFailed() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 4))
    try await fail(.loadMore, with: broken)
    let retry = send(.retry)
    let request = try await provider.request()
    #expect(request.offset == 2)
    request.answer(.sample(from: 2, count: 2, of: 4))
    await retry.value
    #expect(words.count == 4)
    #expect(state.displayError == nil)
  }

  @Test(arguments: [true, false])
  func refreshDropsThePageThatWasStillLoading(oldPageComesFirst: Bool) async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 6))
    let more = send(.loadMore)
    let old = try await provider.request()
    let refresh = send(.refresh)
    let new = try await provider.request()
    #expect(new.offset == 0)
    if oldPageComesFirst {
      old.answer(.sample("old", from: 2, count: 2, of: 6))
      await more.value
      #expect(words == ["word 0", "word 1"])
    }
    new.answer(.sample("new", from: 0, count: 2, of: 6))
    await refresh.value
    if !oldPageComesFirst {
      old.answer(.sample("old", from: 2, count: 2, of: 6))
      await more.value
    }
    #expect(words == ["new 0", "new 1"])
    #expect(!state.isLoadingMore)
    try await load(.loadMore, .sample("new", from: 2, count: 2, of: 6))
    #expect(words == ["new 0", "new 1", "new 2", "new 3"])
  }

  @Test func errorOfADroppedPageIsNotShownAndNotRetried() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 6))
    let more = send(.loadMore)
    let old = try await provider.request()
    let refresh = send(.refresh)
    let new = try await provider.request()
    old.fail(broken)
    await more.value
    #expect(state.displayError == nil)
    new.fail(broken)
    await refresh.value
    let retry = send(.retry)
    let again = try await provider.request()
    #expect(again.offset == 0)
    again.answer(.sample(from: 0, count: 2, of: 6))
    await retry.value
  }

  @Test func whileTheListStartsOverNoNextPageIsAskedFor() async throws {
    try await load(.refresh, .sample(from: 0, count: 2, of: 6))
    let refresh = send(.refresh)
    let request = try await provider.request()
    await send(.loadMore).value
    request.answer(.sample(from: 0, count: 2, of: 6))
    await refresh.value
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
      await store.binding(state: state)
    }
    #expect(released == nil)
    await send(.refresh).value
  }
}
