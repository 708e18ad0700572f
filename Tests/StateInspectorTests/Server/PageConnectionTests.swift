#if Inspector
import FlyingSocks
import Foundation
import StateJournal
import StateTesting
import Testing
import ViewFeature

@testable import StateInspector

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct PageConnectionTests {
  let store = Store(initialState: Shop(), feature: ShopFeature())

  private func record(capacity: Int = 64 << 20) -> Journal {
    let journal = Journal(capacity: capacity)
    journal.record(store)
    return journal
  }

  private func last(_ journal: Journal) throws -> Int {
    try #require(journal.entries.last).number
  }

  @Test
  func entriesThatComeWhileItWritesFollow() async throws {
    let journal = record()
    let inspector = try await Inspector.serve(journal)
    let (page, hello) = try await PageClient.open(InspectorClient(inspector))
    var found: [EntrySummary] = []
    var known = 0
    for round in 0..<8 {
      for number in 0..<(1 + 40 * round) { store.send(.add(number)) }
      // It may not have all of them yet.
      let half = try last(journal) - 10 * round
      found += try await page.entries(after: known, upTo: half)
      known = try #require(found.last).number
    }
    found += try await page.entries(after: known, upTo: try last(journal))
    #expect(found.map(\.number) == journal.entries.map(\.number))
    #expect(hello.status.gone == 0)
    await inspector.stop()
  }

  @Test
  func aMessageHasOnlySoManyEntries() async throws {
    let journal = record()
    for number in 0..<400 { store.send(.add(number)) }
    let inspector = try await Inspector.serve(journal)
    let (page, hello) = try await PageClient.open(InspectorClient(inspector))
    let began = try Date(
      hello.began,
      strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    )
    #expect(abs(began.timeIntervalSinceNow) < 600)
    var known = 0
    while try known < last(journal) {
      let message = try await page.message { message in
        if case .entries(let page) = message { page } else { nil }
      }
      #expect(message.after == known)
      #expect(message.entries.count <= 256)
      known = message.upTo
    }
    let other = try await Inspector.serve(journal)
    let (_, second) = try await PageClient.open(InspectorClient(other))
    #expect(second.session != hello.session)
    #expect(!inspector.url.absoluteString.contains(hello.session))
    await other.stop()
    await inspector.stop()
  }

  @Test
  func continuesAfterAReconnection() async throws {
    let journal = record()
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    var found: [EntrySummary] = []
    var session = ""
    for _ in 0..<5 {
      let since = found.last?.number ?? 0
      let (page, hello) = try await PageClient.open(client, since: since)
      if session.isEmpty { session = hello.session }
      #expect(hello.session == session)
      store.send(.add(1))
      found += try await page.entries(after: since, upTo: try last(journal))
      await inspector.stop()
      await #expect(throws: (any Error).self) { while true { _ = try await page.message() } }
      store.send(.add(2))
      try await inspector.restart()
    }
    let since = try #require(found.last).number
    let (page, _) = try await PageClient.open(client, since: since)
    found += try await page.entries(after: since, upTo: try last(journal))
    #expect(found.map(\.number) == journal.entries.map(\.number))
    await inspector.stop()
  }

  /// Such a number belongs to another inspector.
  @Test
  func aPageThatIsAheadContinuesAtTheEnd() async throws {
    let journal = record()
    store.send(.add(1))
    let end = try last(journal)
    let inspector = try await Inspector.serve(journal)
    let (page, hello) = try await PageClient.open(InspectorClient(inspector), since: end + 1_000)
    #expect(hello.status.last == end)
    store.send(.add(2))
    let found = try await page.entries(after: end, upTo: try last(journal))
    #expect(found.map(\.number) == journal.entries.map(\.number).filter { $0 > end })
    await inspector.stop()
  }

  @Test
  func saysWhichEntriesHaveGone() async throws {
    let journal = record(capacity: 40_000)
    let inspector = try await Inspector.serve(journal)
    for number in 0..<500 { store.send(.add(number)) }
    let (page, hello) = try await PageClient.open(InspectorClient(inspector), since: 3)
    #expect(hello.status.gone > 3)
    guard case .skipped(let skipped) = try await page.message() else {
      throw SocketError.disconnected
    }
    #expect(skipped == SkippedEntries(after: 3, upTo: hello.status.gone))
    let found = try await page.entries(after: skipped.upTo, upTo: try last(journal))
    #expect(found.map(\.number) == journal.entries.map(\.number))
    await inspector.stop()
  }

  /// The server doesn't wait for a page that doesn't read, and keeps nothing for it.
  @Test
  func aSlowPageSkips() async throws {
    let journal = record(capacity: 400_000)
    let inspector = try await Inspector.serve(journal)
    let (page, _) = try await PageClient.open(InspectorClient(inspector))
    let long = String(repeating: "long ", count: 20)
    for number in 0..<20_000 {
      store.send(.rename("\(long) \(number)"))
      // The server gets a turn to write.
      if number.isMultiple(of: 500) { await Task.yield() }
    }
    #expect(store.state.title.hasSuffix("19999"))
    let end = try last(journal)
    var known = 0
    var hasSkipped = false
    var count = 0
    while known < end {
      switch try await page.message() {
      case .entries(let entries):
        #expect(entries.after == known)
        count += entries.entries.count
        known = entries.upTo
      case .skipped(let skipped):
        #expect(skipped.after == known)
        hasSkipped = true
        known = skipped.upTo
      default: continue
      }
    }
    #expect(hasSkipped)
    #expect(count < 40_000)
    await inspector.stop()
  }

  @Test
  func requestsAreAnsweredInTheirOrder() async throws {
    let journal = record()
    let inspector = try await Inspector.serve(journal)
    let (page, _) = try await PageClient.open(InspectorClient(inspector))
    for id in 0..<50 { try await page.send(#"{"id": \#(id), "ask": "stores"}"#) }
    var ids: [Int] = []
    while ids.count < 50 {
      if case .answer(let id, _) = try await page.message() { ids.append(id) }
    }
    #expect(ids == Array(0..<50))
    await inspector.stop()
  }

  @Test
  func tellsOfTimeTravel() async throws {
    let journal = record()
    let inspector = try await Inspector.serve(journal)
    let (page, hello) = try await PageClient.open(InspectorClient(inspector))
    #expect(hello.status.travel == nil)
    store.send(.add(1))
    let number = try last(journal)
    store.send(.add(2))
    let end = try last(journal)
    journal.travel(to: number)
    func status() async throws -> InspectorStatus {
      try await page.message { if case .status(let status) = $0 { status } else { nil } }
    }
    let travel = InspectorStatus.Travel(at: number, last: end, isPlaying: false)
    #expect(try await status().travel == travel)
    journal.commit()
    let committed = try await status()
    #expect(committed.travel == nil)
    #expect(committed.struckOut == [[number + 1, end]])
    await inspector.stop()
  }
}
#endif
