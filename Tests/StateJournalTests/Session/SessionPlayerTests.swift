import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionPlayerTests {
  private struct LeafFeature: Feature {
    enum Action: Sendable { case add }

    func handle() -> ActionHandler<Action, Page> {
      ActionHandler { _, page in
        page.count += 1
        return .none
      }
    }
  }

  private struct BookFeature: Feature {
    enum Action: Sendable {
      case add
      case append(Int)
      case removeFirst
      case addLater(Gate)
    }

    let pages = ChildCollection(\Page.list, LeafFeature())

    func handle() -> ActionHandler<Action, Page> {
      ActionHandler { action, page in
        switch action {
        case .add: page.count += 1
        case .append(let id): page.list.append(Page(id))
        case .removeFirst: page.list.removeFirst()
        case .addLater(let gate):
          return .run { page in
            try await gate.pass()
            page.count += 10
          }
        }
        return .none
      }
    }
  }

  private func makeStore() -> Store<BookFeature> {
    Store(initialState: Page(), feature: BookFeature())
  }

  /// Records a session with counts, and a child that is added and removed.
  private func record(_ more: (Store<BookFeature>) -> Void = { _ in }) throws -> StateSession {
    let journal = Journal()
    let store = makeStore()
    journal.record(store)
    store.send(.add)
    store.send(.append(7))
    store.scope(\.pages, id: 7)?.send(.add)
    store.send(.removeFirst)
    store.send(.add)
    more(store)
    return try StateSession(journal.session().data)
  }

  private func isChange(_ entry: SessionEntry) -> Bool {
    if case .change = entry.kind { true } else { false }
  }

  @Test func aStoreShowsEachState() throws {
    let session = try record()
    let store = makeStore()
    let player = SessionPlayer(session)
    #expect(player.position == nil)
    #expect(player.step(.forward) == nil)
    try player.show(in: store)
    #expect(player.position == session.entries.first?.number)
    var seen = ["\(store.state.count) \(store.state.list.map { "\($0.id):\($0.count)" })"]
    while player.step(.forward, where: isChange) != nil {
      seen.append("\(store.state.count) \(store.state.list.map { "\($0.id):\($0.count)" })")
    }
    #expect(seen == ["0 []", "1 []", #"1 ["7:0"]"#, #"1 ["7:1"]"#, "1 []", "2 []"])
    while player.step(.backward, where: isChange) != nil {
      #expect(
        seen.contains("\(store.state.count) \(store.state.list.map { "\($0.id):\($0.count)" })")
      )
    }
    #expect(store.state.count == 1)
    // The fields of a page that no session can show.
    #expect(Set(player.problems.compactMap(\.path)) == ["secret", "seen", "opaque"])
    #expect(player.travel(to: .max))
    #expect(player.position == session.entries.last?.number)
    #expect(store.state.count == 2)
    #expect(!player.travel(to: 0))
    #expect(store.state.count == 2)
  }

  @Test func sendsAreRefusedUntilTheEnd() throws {
    let session = try record()
    let store = makeStore()
    let journal = Journal()
    journal.record(store)
    let player = SessionPlayer(session)
    try player.show(in: store)
    player.step(.forward, where: isChange)
    player.step(.forward, where: isChange)
    #expect(store.isTravelling)
    store.send(.add)
    store.scope(\.pages, id: 7)?.send(.add)
    #expect(store.state.count == 1)
    #expect(store.state.list.map(\.count) == [0])
    let drops = journal.entries.filter {
      if case .actionDropped(_, .isTravelling) = $0.kind { true } else { false }
    }
    #expect(drops.count == 2)
    player.end()
    #expect(player.position == nil)
    #expect(!store.isTravelling)
    store.send(.add)
    store.scope(\.pages, id: 7)?.send(.add)
    #expect(store.state.count == 2)
    #expect(store.state.list.map(\.count) == [1])
    #expect(journal.state(of: store.id, at: .max) == store.state.snapshot())
  }

  @Test func aPlayerThatGoesAwayEnds() throws {
    let store = makeStore()
    var player: SessionPlayer? = SessionPlayer(try record())
    try player?.show(in: store)
    player = nil
    #expect(!store.isTravelling)
    store.send(.add)
    #expect(store.state.count == 1)
  }

  @Test func aStoreIsNotRetained() throws {
    var store: Store<BookFeature>? = makeStore()
    weak let held = store
    let player = SessionPlayer(try record())
    if let store { try player.show(in: store) }
    store = nil
    #expect(held == nil)
    player.step(.forward)
    player.end()
  }

  @Test func anObjectOfTheSessionIsTheSameLiveOne() throws {
    let session = try record()
    let store = makeStore()
    let player = SessionPlayer(session)
    try player.show(in: store)
    for _ in 1...2 { player.step(.forward, where: isChange) }
    let child = try #require(store.state.list.first)
    #expect(store.scope(\.pages, id: 7)?.state === child)
    player.travel(to: .max)
    #expect(store.scope(\.pages, id: 7) == nil)
    for _ in 1...3 { player.step(.backward, where: isChange) }
    #expect(store.state.list.first === child)
    // The child's store has ended, because the shown state didn't contain the child in between.
    #expect(store.scope(\.pages, id: 7)?.state === child)
  }

  @Test func observersFollow() async throws {
    let store = makeStore()
    let player = SessionPlayer(try record())
    try player.show(in: store)
    var seen: [Int] = []
    let token = observe { seen.append(store.state.count) }
    for _ in 1...5 {
      player.step(.forward, where: isChange)
      await Task.yield()
      await settleTurns()
    }
    #expect(seen == [0, 1, 2])
    token.cancel()
  }

  private func settleTurns() async {
    for _ in 0..<20 { await Task.yield() }
  }

  @Test func changesArePlayedWithPauses() async throws {
    let clock = TestClock()
    let store = makeStore()
    let player = SessionPlayer(try record())
    try player.show(in: store)
    let play = Task { await player.play(every: .seconds(1), clock: clock) }
    var seen: [Int] = []
    for _ in 1...5 {
      await clock.waitForSleepers()
      seen.append(store.state.count)
      await clock.advance(by: .seconds(1))
    }
    await play.value
    #expect(seen == [0, 1, 1, 1, 1])
    #expect(store.state.count == 2)
    player.end()
  }

  @Test func playingHasTheRecordedPauses() async throws {
    var session = try record()
    let entries = session.entries.enumerated().map { index, entry in
      var entry = entry
      entry.seconds = index == session.entries.count - 1 ? 1e300 : 10 * Double(index)
      return entry
    }
    session = StateSession(types: session.types, entries: entries)
    let clock = TestClock()
    let store = makeStore()
    let player = SessionPlayer(session)
    try player.show(in: store)
    let change = try #require(session.entries.firstIndex(where: isChange))
    let play = Task { await player.play(at: 2, clock: clock) }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(5 * change - 1))
    #expect(store.state.count == 0)
    await clock.advance(by: .seconds(1))
    await clock.waitForSleepers()
    #expect(store.state.count == 1)
    player.end()
    await clock.advance(by: .seconds(1_000))
    await play.value
    #expect(store.state.count == 1)
  }

  @Test func aCancelledPlayShowsNothingMore() async throws {
    let clock = DeafClock()
    let store = makeStore()
    let player = SessionPlayer(try record())
    try player.show(in: store)
    let play = Task { await player.play(every: .seconds(1), clock: clock) }
    for await _ in clock.starts.stream { break }
    let position = player.position
    play.cancel()
    clock.ends.continuation.finish()
    await play.value
    #expect(player.position == position)
    player.end()
  }

  @Test func wrongStoresAreRefused() throws {
    let session = try record()
    let player = SessionPlayer(session)
    let shelf = Store(initialState: Shelf(), feature: ShelfFeature())
    #expect(throws: SessionPlayerError.isNotRecorded("ShelfFeature")) { try player.show(in: shelf) }
    #expect(throws: SessionPlayerError.isNotRecorded("store 0")) {
      try player.show(in: makeStore(), as: 0)
    }
    #expect(throws: SessionPlayerError.canBeReadOnly("Page")) {
      try player.show(FakeStore(Box(1)), Box(1), nil, session.stores[0].id)
    }
    let journal = Journal()
    let store = makeStore()
    journal.record(store)
    let start = try #require(journal.entries.last?.number)
    store.send(.add)
    journal.travel(to: start)
    #expect(throws: SessionPlayerError.isTravelling) { try player.show(in: store) }
    journal.resume()
    #expect(!shelf.isTravelling)
    try player.show(in: store)
    #expect(!journal.travel(to: start))
    player.end()
  }

  @Test func oneOfSeveralStoresIsChosen() throws {
    let journal = Journal()
    let stores = [makeStore(), makeStore()]
    for store in stores { journal.record(store) }
    stores[1].send(.add)
    let session = journal.session()
    let player = SessionPlayer(session)
    let first = makeStore()
    let second = makeStore()
    try player.show(in: first)
    player.travel(to: .max)
    #expect(first.state.count == 0)
    try player.show(in: second, as: session.stores[1].id)
    #expect(!first.isTravelling)
    player.travel(to: .max)
    #expect(second.state.count == 1)
  }

  @Test func anEffectInFlightIsOnlyListed() async throws {
    let gate = Gate()
    var sent: SentAction?
    let session = try record { sent = $0.send(.addLater(gate)) }
    let steps = session.entries.compactMap { entry in
      if case .effect(_, let step) = entry.kind { step } else { nil }
    }
    guard case .started? = steps.last else {
      Issue.record("\(steps)")
      return
    }
    let store = makeStore()
    let player = SessionPlayer(session)
    try player.show(in: store)
    player.travel(to: .max)
    #expect(store.state.count == 2)
    #expect(store.effects.isEmpty)
    player.end()
    gate.open()
    await sent?.value
    #expect(store.state.count == 2)
  }
}
