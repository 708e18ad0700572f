import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal
@testable import StateRecord

/// Loads, pages, and updates while an app travels.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TravelLoadsTests {
  private let journal = Journal()
  private let feed = Feed()
  private let gate = Gate()

  private var now: Int { journal.entries.last?.number ?? 0 }

  /// Starts recording, and returns the number of the entry before all changes.
  private func start() -> Int {
    journal.record(feed)
    let past = now
    feed.count = 1
    return past
  }

  @Test func aLoadThatEndsMeanwhileIsTaken() async throws {
    let past = start()
    let load = Task {
      try await feed.load(\.news) { [gate] in
        try await gate.pass()
        return [1, 2]
      }
    }
    await gate.waitUntilStarted()
    journal.travel(to: past)
    #expect(!feed.news.isLoading)
    gate.open()
    #expect(try await load.value)
    Frame.endTurn()
    #expect(feed.news.value == nil)
    journal.resume()
    #expect(feed.news.value == [1, 2])
    #expect(!feed.news.isLoading)
  }

  @Test func aLoadThatBeginsMeanwhileIsTaken() async throws {
    let past = start()
    try await feed.load(\.news) { [1] }
    journal.travel(to: past)
    try await feed.load(\.news) { [2] }
    Frame.endTurn()
    #expect(feed.news.value == nil)
    journal.resume()
    #expect(feed.news.value == [2])
  }

  @Test func aPageThatEndsMeanwhileIsTaken() async throws {
    let past = start()
    try await feed.loadFirstPage { _ in Feed.Page(items: [Feed.Row(id: 1)], next: 1) }
    let load = Task {
      try await feed.loadNextPage { [gate] _ in
        try await gate.pass()
        return Feed.Page(items: [Feed.Row(id: 2)], next: nil)
      }
    }
    await gate.waitUntilStarted()
    journal.travel(to: past)
    #expect(feed.items.isEmpty)
    gate.open()
    #expect(try await load.value)
    Frame.endTurn()
    #expect(feed.items.isEmpty)
    journal.resume()
    #expect(feed.items.map(\.id) == [1, 2])
    #expect(feed.didLoadAllData)
  }

  @Test func anUpdateReadsAndWritesThePresent() {
    let past = start()
    feed.count = 7
    journal.travel(to: past)
    // An update that writes the shown value.
    feed.updateState { $0.count = 0 }
    Frame.endTurn()
    journal.resume()
    #expect(feed.count == 0)
  }

  @Test func loadingAndErrorsThatEndMeanwhileHaveEnded() {
    let past = start()
    feed.loadingStarted()
    let loading = now
    feed.loadingFinished()
    feed.loadingStarted()
    feed.showError(DisplayableError(message: "offline"))
    journal.travel(to: loading)
    #expect(feed.isLoading)
    feed.displayError = nil
    feed.loadingFinished()
    Frame.endTurn()
    #expect(feed.isLoading)
    journal.travel(to: past)
    #expect(!feed.isLoading)
    journal.resume()
    #expect(!feed.isLoading)
    #expect(feed.displayError == nil)
  }

  // MARK: Shared objects

  @Test func anObjectOfTwoStoresShowsThePresentWhenTheOneThatTravelsEnds() {
    let shared = Box(1)
    let one = FakeStore(Shelf())
    let other = FakeStore(Shelf())
    one.state.box = shared
    other.state.box = shared
    journal.recordAny(one)
    journal.recordAny(other)
    let past = now
    shared.weight = 5
    Frame.endTurn()
    journal.travel(to: past)
    #expect(shared.weight == 0)
    journal.stopRecording(one.storeID)
    #expect(shared.weight == 5)
    shared.weight += 1
    Frame.endTurn()
    #expect(shared.weight == 6)
  }

  @Test func aCommitCancelsALaterEffectWhoseStartWasRemoved() async {
    let journal = Journal(capacity: 1 << 14)
    let store = FakeStore(Shelf())
    journal.recordAny(store)
    let past = journal.entries.last?.number ?? 0
    let id = EffectID(store: store.storeID, number: 7)
    store.emit(.effect(id, .started(EffectStart(name: nil, key: nil, action: nil, origin: nil))))
    journal.travel(to: past)
    for _ in 0..<500 {
      store.state.count += 1
      Frame.endTurn()
    }
    #expect(journal.entries.first?.number ?? 0 > past + 1)
    journal.commit()
    #expect(store.cancelled == [7])
  }
}
