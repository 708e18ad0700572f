import ScreenStateKit
import StateTesting
import Testing
import ViewFeature

@testable import LexiconCore

/// Tests that count the requests of all screens for one word.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct WordEntryQueryTests {
  private let provider = PendingProvider()
  private let content: LexiconContent

  init() {
    content = LexiconContent(provider: provider, library: InMemoryLibrary())
  }

  /// Returns the screens of a word that is opened in the list, in the search and in the saved words.
  private func makeScreens() async throws -> (
    list: Store<DetailsFeature>, search: Store<DetailsFeature>, saved: Store<SavedWordsFeature>
  ) {
    let saved = content.makeSavedWordsStore()
    await saved.send(.open("house")).value
    return (content.makeDetailsStore("house"), content.makeDetailsStore("house"), saved)
  }

  @Test func allScreensOfAWordShareOneRequest() async throws {
    let (list, search, saved) = try await makeScreens()
    let details = try #require(saved.scope(\.word))
    let loads = [list.send(.load), search.send(.load), details.send(.load)]
    let request = try await provider.entries.request()
    #expect(list.state.isLoading && search.state.isLoading && details.state.isLoading)
    request.answer(.sample("house"))
    for load in loads { await load.value }
    for state in [list.state, search.state, details.state] {
      #expect(state.entry == .sample("house"))
    }
    // A screen that is opened later has the word without a request.
    let late = content.makeDetailsStore("house")
    await late.send(.load).value
    #expect(late.state.entry == .sample("house"))
    #expect(provider.entries.count == 1)
  }

  @Test func anotherScreenKeepsTheRequestOfOneThatCloses() async throws {
    var first: Store<DetailsFeature>? = content.makeDetailsStore("house")
    let second = content.makeDetailsStore("house")
    first?.send(.load)
    let request = try await provider.entries.request()
    let load = second.send(.load)
    first = nil
    request.answer(.sample("house"))
    await load.value
    #expect(second.state.entry == .sample("house"))
    #expect(provider.entries.count == 1)
  }

  @Test func aFailedRequestIsRepeatedByTheNextScreen() async throws {
    let first = content.makeDetailsStore("house")
    let failing = first.send(.load)
    try await provider.entries.request().fail(TestFailure("broken"))
    await failing.value
    #expect(first.state.displayError?.message == "broken")
    let second = content.makeDetailsStore("house")
    let load = second.send(.load)
    try await provider.entries.request().answer(.sample("house"))
    await load.value
    #expect(second.state.entry == .sample("house"))
    #expect(provider.entries.count == 2)
  }

  @Test func wordsAreDifferentEntries() async throws {
    let stores = ["house", "able"].map { content.makeDetailsStore($0) }
    let loads = stores.map { $0.send(.load) }
    let requests = [
      try await provider.entries.request(), try await provider.entries.request(),
    ]
    #expect(Set(requests.map(\.question)) == ["house", "able"])
    for request in requests { request.answer(.sample(request.question)) }
    for load in loads { await load.value }
    #expect(stores.map(\.state.entry?.word) == ["house", "able"])
  }
}
