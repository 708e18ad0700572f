import SwiftUI
import Testing
import ViewFeature

@testable import UserReadme

/// The sentences of README.md about its blocks, which are in UserReadme.
///
/// scripts/check-documents runs the test that is one of the blocks.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ReadmeTests {
  /// A service that ignores cancellation. It answers a query of one letter when `answer()` is called.
  private actor Finder {
    private let begins = AsyncStream<String>.makeStream()
    private let ends = AsyncStream<Bool>.makeStream()
    private var answers: [CheckedContinuation<Void, Never>] = []

    func find(_ query: String) async -> [String] {
      begins.continuation.yield(query)
      guard query.count == 1 else { return [query] }
      await withCheckedContinuation { answers.append($0) }
      ends.continuation.yield(Task.isCancelled)
      return [query]
    }

    func answer() {
      for answer in answers { answer.resume() }
      answers = []
    }

    var nextQuery: String? { get async { await begins.stream.firstElement() } }
    var wasCancelled: Bool? { get async { await ends.stream.firstElement() } }
  }

  private let finder = Finder()

  private var model: SearchModel {
    SearchModel { [finder] in await finder.find($0) }
  }

  private var store: Store<Search> {
    Store(initialState: Search.State(), feature: Search { [finder] in await finder.find($0) })
  }

  private func wait(until condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test func aLateAnswerOverwritesANewerOneInTheModel() async {
    let model = model
    model.queryChanged("s")
    #expect(await finder.nextQuery == "s")
    model.queryChanged("swift")
    #expect(await finder.nextQuery == "swift")
    await wait { model.results == ["swift"] }

    await finder.answer()

    await wait { model.results == ["s"] }
    #expect(model.query == "swift")
  }

  @Test func aRunningTaskKeepsTheModelAlive() async {
    var model: SearchModel? = model
    weak let kept = model
    model?.queryChanged("s")
    #expect(await finder.nextQuery == "s")

    model = nil

    #expect(kept != nil)
    await finder.answer()
    await wait { kept == nil }
  }

  @Test func aSearchOfTheModelWaitsInRealTime() async {
    let start = ContinuousClock.now
    let model = model
    model.queryChanged("swift")
    #expect(await finder.nextQuery == "swift")
    #expect(.now - start >= .milliseconds(300))
  }

  @Test func sendChangesTheQueryBeforeItReturns() {
    let store = store
    store.send(.queryChanged("s"))
    #expect(store.state.query == "s")
  }

  @Test func aSearchStartsAfterTheLastLetter() async {
    let start = ContinuousClock.now
    let store = store
    for query in ["sw", "swi", "swift"] { store.send(.queryChanged(query)) }
    #expect(await finder.nextQuery == "swift")
    #expect(.now - start >= .milliseconds(300))
  }

  @Test func aNewQueryCancelsTheSearchInFlight() async {
    let store = store
    let first = store.send(.queryChanged("s"))
    #expect(await finder.nextQuery == "s")

    await store.send(.queryChanged("swift")).value
    #expect(store.state.results == ["swift"])

    await finder.answer()
    #expect(await finder.wasCancelled == true)
    await first.value
    #expect(store.state.results == ["swift"])
  }

  @Test func theStoreCancelsItsEffectsWhenItIsDeallocated() async {
    var store: Store<Search>? = store
    weak let deallocated = store
    store?.send(.queryChanged("s"))
    #expect(await finder.nextQuery == "s")

    store = nil

    #expect(deallocated == nil)
    await finder.answer()
    #expect(await finder.wasCancelled == true)
  }

  @Test func theViewShowsWhatIsTypedAndThenWhatIsFound() async throws {
    let host = ViewHost(SearchView())
    try host.type("swift", into: "Search")
    #expect(host.node(.textField, "swift") != nil)
    #expect(host.texts.isEmpty)

    try await host.wait { host.texts == ["swift"] }
  }
}
