import Foundation
import StateCore
import StateFields
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReplayTests {
  private let failures = ReplayFailures()

  /// Records a market while code uses it.
  private func record(
    _ state: Market.State = Market.State(),
    _ environment: StoreEnvironment = .live,
    _ body: @MainActor (Store<Market>) async throws -> Void
  ) async rethrows -> StateSession {
    let journal = Journal()
    let store = Store(
      initialState: state,
      feature: Market { query in
        await Task.yield()
        return [query, query.uppercased()]
      },
      environment: environment
    )
    journal.record(store)
    try await body(store)
    return journal.session()
  }

  private func replay(
    _ session: StateSession,
    _ change: Market.Change = .none,
    upTo number: Int? = nil,
    line: UInt = #line,
    check: @escaping @MainActor (Market.State) throws -> Void = { _ in }
  ) async throws {
    try await StateTesting.replay(
      session,
      Market(change: change),
      initialState: Market.State(),
      upTo: number,
      assertionProvider: failures,
      line: line,
      check: check
    )
  }

  /// Returns the number of the first entry whose description contains a text.
  private func number(_ session: StateSession, _ text: String) throws -> Int {
    try #require(session.entries.first { $0.text.contains(text) }).number
  }

  // MARK: Lifetime

  @Test func nothingOfAReplayIsLeft() async throws {
    weak var state: Market.State?
    let session = await record { $0.send(.add(2)) }
    try await run()
    #expect(state == nil)

    func run() async throws {
      let initial = Market.State()
      state = initial
      try await StateTesting.replay(session, Market(), initialState: initial)
    }
  }

  // MARK: Unchanged code

  @Test func actionsAndReactionsAreRepeated() async throws {
    let session = await record { store in
      store.send(.add(2))
      store.send(.add(3))
      #expect(store.state.total == 7)
    }
    var total: Int?
    try await replay(session) { total = $0.total }
    #expect(failures.messages.isEmpty)
    #expect(total == 7)
  }

  @Test func nestedActionsAreNotSentTwice() async throws {
    let session = await record { store in
      store.send(.addTwice)
      store.send(.tell(4))
      store.scope(\.desk).send(.sell)
      #expect(store.state.count == 7)
    }
    var count: Int?
    try await replay(session) { count = $0.count }
    #expect(failures.messages.isEmpty)
    #expect(count == 7)
  }

  @Test func whatEffectsDoIsTakenFromTheSession() async throws {
    let session = await record { store in
      await store.run(.search("a"))
      await store.run(.load(3))
      store.scope(\.stall)?.send(.weigh(1))
      store.scope(\.place)?.send(.weigh(2))
      store.scope(\.stalls, id: 4)?.send(.weigh(3))
      store.scope(\.named, id: "loaded")?.send(.weigh(4))
    }
    var state: Market.State?
    try await replay(session) { state = $0 }
    #expect(failures.messages.isEmpty)
    #expect(state?.words == ["a", "A"])
    #expect(state?.stall?.weight == 4)
    #expect(state?.stalls.map(\.weight) == [0, 3])
    #expect(state?.named["loaded"]?.weight == 4)
  }

  /// Effects that complete immediately inside other effects.
  @Test(arguments: 0..<6)
  func actionsThatOperatorsSendAreRepeatedOnce(_ effect: Int) async throws {
    let journal = Journal()
    let store = Store(initialState: Till.State(), feature: Till())
    journal.record(store)
    await store.run(.pay(effect))
    let sums = store.state.sums
    #expect(!sums.isEmpty)
    var replayed: [Int]?
    try await StateTesting.replay(
      journal.session(),
      Till(),
      initialState: Till.State(),
      assertionProvider: failures
    ) { replayed = $0.sums }
    #expect(failures.messages.isEmpty)
    #expect(replayed == sums)
  }

  @Test func childrenOfEachKindAreSentTo() async throws {
    let session = await record { store in
      for action: Market.Action in [.open(1), .hire(2), .hire(3), .name("ab"), .enter(5)] {
        store.send(action)
      }
      store.scope(\.desk).send(.weigh(1))
      store.scope(\.stall)?.send(.weigh(2))
      store.scope(\.stalls, id: 3)?.send(.weigh(3))
      store.scope(\.stalls, id: 2)?.send(.weigh(9))
      store.scope(\.named, id: "ab")?.send(.weigh(5))
      store.scope(\.place)?.send(.weigh(6))
      store.scope(\.stall)?.send(.hire)
      await store.scope(\.stall)?.scope(\.helper)?.run(.help)
      store.scope(\.stalls, id: 2)?.send(.sell)
      store.send(.tellAll(1))
      await store.scope(\.desk).run(.later(3))
      #expect(store.state.stalls.map(\.id) == [3])
    }
    var state: Market.State?
    try await replay(session) { state = $0 }
    #expect(failures.messages.isEmpty)
    #expect(state?.desk.weight == 3)
    #expect(state?.stall?.weight == 3)
    #expect(state?.stall?.helper?.steps.count == 4)
    #expect(state?.stalls.map(\.weight) == [4])
    #expect(state?.named["ab"]?.weight == 5)
  }

  @Test func aChildThatComesAgainIsAnotherOne() async throws {
    let session = await record { store in
      for weight in 1...3 {
        store.send(.open(1))
        store.scope(\.stall)?.send(.weigh(weight))
        store.scope(\.stall)?.send(.sell)
        store.send(.close)
      }
    }
    var count: Int?
    try await replay(session) { count = $0.count }
    #expect(failures.messages.isEmpty)
    #expect(count == 6)
  }

  @Test func valuesOfTheEnvironmentAreThoseOfTheSession() async throws {
    var recorded: [Market.Stamp] = []
    let session = await record { store in
      store.send(.stamp)
      store.send(.stamp)
      await store.run(.stampLater)
      recorded = store.state.stamps
    }
    var replayed: [Market.Stamp] = []
    try await replay(session) { replayed = $0.stamps }
    #expect(failures.messages.isEmpty)
    #expect(replayed == recorded)
  }

  @Test func writesOfBindingsAndOthersAreRepeated() async throws {
    let session = await record { store in
      store.state.title = "outside"
      store.send(.add(1))
      store.state.count = 10
      await Task.yield()
      store.state.count += 1
      store.send(.add(1))
      store.state.desk.weight = 7
      store.scope(\.desk).send(.sell)
    }
    var state: Market.State?
    try await replay(session) { state = $0 }
    #expect(failures.messages.isEmpty)
    #expect(state?.title == "outside")
    #expect(state?.count == 19)
  }

  @Test func failuresAndRefusalsAreRepeated() async throws {
    let session = await record { store in
      store.send(.refuse)
      store.send(.fail)
      store.send(.add(1))
    }
    var state: Market.State?
    try await replay(session) { state = $0 }
    #expect(failures.messages.isEmpty)
    #expect(state?.count == 6)
    #expect(state?.words == ["error", "error"])
  }

  @Test func aSessionMayBeginInTheMiddle() async throws {
    let state = Market.State()
    let journal = Journal()
    let store = Store(initialState: state, feature: Market { [$0] })
    store.send(.add(4))
    store.send(.hire(1))
    store.scope(\.stalls, id: 1)?.send(.weigh(2))
    let running: SentAction = store.send(.search("b"))
    journal.record(store)
    store.send(.add(1))
    store.scope(\.stalls, id: 1)?.send(.weigh(2))
    await running.value
    var replayed: Market.State?
    try await replay(journal.session()) { replayed = $0 }
    #expect(failures.messages.isEmpty)
    #expect(replayed?.count == 6)
    #expect(replayed?.stalls.first?.weight == 4)
    #expect(replayed?.words == ["b"])
  }

  @Test func aSessionWhoseBeginningWasRemovedIsReplayed() async throws {
    let journal = Journal(capacity: 20_000)
    let store = Store(initialState: Market.State(), feature: Market { [$0] })
    journal.record(store)
    store.send(.hire(1))
    for number in 0..<300 {
      store.send(.add(number))
      store.scope(\.stalls, id: 1)?.send(.weigh(1))
    }
    #expect(journal.entries.first.map { $0.number }! > 100)
    var state: Market.State?
    try await replay(journal.session()) { state = $0 }
    #expect(failures.messages.isEmpty)
    #expect(state?.stalls.first?.weight == 300)
  }

  @Test func queuedActionsThatWereCancelledAreNotHandled() async throws {
    let session = await record { store in
      store.send(.open(1))
      store.scope(\.stall)?.send(.hire)
      guard let helper = store.scope(\.stall)?.scope(\.helper) else { return }
      let first: SentAction = helper.send(.help)
      let second: SentAction = helper.send(.rest)
      let third: SentAction = helper.send(.rest)
      second.cancel()
      store.send(.add(1))
      await first.value
      await third.value
    }
    var steps: [String] = []
    try await replay(session) { steps = $0.stall?.helper?.steps ?? [] }
    #expect(failures.messages.isEmpty)
    #expect(steps.filter { $0 == "rest" }.count == 2)
  }

  @Test func anActionOfAnotherStoresEffectIsSent() async throws {
    struct Sender: Feature {
      let send: @MainActor @Sendable () -> Void

      func handle() -> ActionHandler<Int, Stall.State> {
        ActionHandler { [send] action, state in
          state.weight = action
          send()
          return .run { _ in
            await Task.yield()
            send()
          }
        }
      }
    }
    let journal = Journal()
    let store = Store(initialState: Market.State(), feature: Market())
    let sender = Store(
      initialState: Stall.State(),
      feature: Sender { _ = store.send(.addTwice) as SentAction }
    )
    journal.record(store)
    journal.record(sender)
    await sender.run(1)
    var count: Int?
    try await replay(journal.session()) { count = $0.count }
    #expect(failures.messages.isEmpty)
    #expect(count == 6)
  }

  // MARK: Changed code

  @Test func theFirstDifferenceFailsWithTheEntryAndBothValues() async throws {
    let session = await record { store in
      store.send(.hire(1))
      store.send(.add(2))
      store.send(.add(3))
    }
    let line: UInt = #line + 1
    try await replay(session, .add) { _ in Issue.record("The replay has failed") }
    let first = try number(session, "receives add(2)")
    let end = try number(session, "add is handled")
    #expect(
      failures.messages == [
        """
        The replay differs from the session at entry \(end), after the handler of add, entry \(first):
          count: recorded 2, replayed 3
        """
      ]
    )
    #expect(failures.lines == [line])
  }

  @Test(
    arguments: [
      (Market.Change.sendsMore, "now sends close, which it doesn't send"),
      (.sendsLess, "doesn't send add, which was sent in"),
      (.sendsOther, "recorded add(2), replayed add(3)"),
      (.drawsMore, "takes an identifier more than was recorded"),
      (.drawsOther, "takes a random number where it took"),
      (.reacts, "total: recorded 1, replayed 2"),
      (.stall, "desk.weight: recorded 4, replayed 3"),
      (.silent, "doesn't send sold, which was sent in"),
    ]
  )
  func eachKindOfDifferenceIsFound(change: Market.Change, text: String) async throws {
    let session = await record { store in
      store.send(.addTwice)
      store.send(.stamp)
      store.send(.tell(4))
      store.scope(\.desk).send(.sell)
    }
    try await replay(session, change)
    #expect(failures.messages.count == 1)
    #expect(failures.messages.first?.contains(text) == true, "\(failures.messages)")
  }

  // MARK: Partial replays

  @Test func theLastEntryIsNotCompared() async throws {
    let session = await record { store in
      store.send(.add(2))
      store.send(.hire(7))
      store.send(.add(3))
      store.send(.add(4))
    }
    let last = try number(session, "receives add(3)")
    for offset in 0..<3 {
      var count: Int?
      try await replay(session, upTo: last + offset) { count = $0.count }
      #expect(count == 5)
    }
    #expect(failures.messages.isEmpty)
    // With other code, this entry may behave differently, but the earlier ones may not.
    let first = try number(session, "receives add(2)")
    var count: Int?
    try await replay(session, .add, upTo: first) { count = $0.count }
    #expect(count == 3)
    #expect(failures.messages.isEmpty)
    try await replay(session, .add, upTo: last) { _ in Issue.record("The replay has failed") }
    #expect(failures.messages.count == 1)
    // The message names the first entry where the session may have been wrong.
    let handled = try number(session, "add is handled")
    #expect(failures.messages[0].contains("before entry \(last): pass upTo: \(handled)."))
    count = nil
    try await replay(session, .add, upTo: handled) { count = $0.count }
    #expect(count == 3)
    #expect(failures.messages.count == 1)
    try await replay(session, .add)
    #expect(failures.messages.count == 2 && !failures.messages[1].contains("upTo"))
  }

  @Test(arguments: [Market.Change.none, .sendsMore, .sendsLess, .sendsOther, .drawsMore])
  func whatTheLastActionSendsIsNotCompared(change: Market.Change) async throws {
    let session = await record { store in
      store.send(.hire(1))
      store.send(.addTwice)
      store.send(.stamp)
    }
    for text in ["receives addTwice", "receives stamp"] where change == .none || text.contains("T")
    {
      var isCalled = false
      try await replay(session, change, upTo: number(session, text)) { _ in isCalled = true }
      #expect(isCalled)
    }
    #expect(failures.messages.isEmpty)
  }

  @Test func theStateIsThatBehindTheHandler() async throws {
    let session = await record { store in
      store.send(.addTwice)
    }
    let nested = try number(session, "receives add(1)")
    var counts: [Int] = []
    try await replay(session, upTo: number(session, "receives addTwice")) {
      counts.append($0.count)
    }
    try await replay(session, upTo: nested) { counts.append($0.count) }
    #expect(counts == [0, 1])
    #expect(failures.messages.isEmpty)
  }

  @Test func anEntryOfAnEffectIsWritten() async throws {
    let session = await record { store in await store.run(.search("q")) }
    var words: [[String]] = []
    var counts: [Int] = []
    for text in ["count: 0 → 1", "receives found", "has ended"] {
      try await replay(session, upTo: number(session, text)) {
        words.append($0.words)
        counts.append($0.count)
      }
    }
    #expect(failures.messages.isEmpty)
    #expect(words == [[], ["q", "Q"], ["q", "Q"]])
    #expect(counts == [1, 1, 1])
  }

  @Test func theErrorOfTheCheckIsThrown() async throws {
    let session = await record { store in store.send(.add(1)) }
    await #expect(throws: Market.Failure.self) {
      try await replay(session) { _ in throw Market.Failure() }
    }
  }

  // MARK: Unsupported sessions

  @Test func anotherFeatureIsAFailure() async throws {
    struct Other: Feature {
      func handle() -> ActionHandler<Market.Action, Market.State> { .empty }
    }
    let session = await record { store in store.send(.add(1)) }
    try await StateTesting.replay(
      session,
      Other(),
      initialState: Market.State(),
      assertionProvider: failures
    )
    #expect(failures.messages.first?.contains("it has no store of") == true)
    #expect(failures.messages.first?.contains("Its stores: Market (store ") == true)
  }

  @Test func actionsThatAreNotCodableAreListed() async throws {
    struct Plain: Feature {
      enum Action: Sendable {
        case add(Int)
        case close
      }

      func handle() -> ActionHandler<Action, Market.State> {
        ActionHandler { action, state in
          if case .add(let number) = action { state.count += number }
          return .none
        }
      }
    }
    let journal = Journal()
    let store = Store(initialState: Market.State(), feature: Plain())
    journal.record(store)
    store.send(.add(1))
    store.send(.close)
    try await StateTesting.replay(
      journal.session(),
      Plain(),
      initialState: Market.State(),
      assertionProvider: failures
    ) { _ in Issue.record("Nothing is sent") }
    #expect(failures.messages.count == 1)
    for text in ["These actions can't be sent again", " add: ", " close: ", "isn't Codable"] {
      #expect(failures.messages.first?.contains(text) == true)
    }
  }

  @Test func aValueOfAnEffectThatIsNotCodableIsAFailure() async throws {
    let session = await record { store in
      store.state.opaque.value = 1
      store.send(.add(1))
    }
    try await replay(session)
    #expect(failures.messages.first?.contains("opaque is recorded as text only") == true)
  }

  @Test func aStoreMayBeChosen() async throws {
    let journal = Journal()
    let stores = (0..<2).map { _ in Store(initialState: Market.State(), feature: Market()) }
    for store in stores { journal.record(store) }
    stores[0].send(.add(1))
    stores[1].send(.add(2))
    let session = journal.session()
    var counts: [Int] = []
    for store in session.stores.filter({ $0.feature == "Market" }) {
      try await StateTesting.replay(
        session,
        Market(),
        initialState: Market.State(),
        store: store.id,
        assertionProvider: failures
      ) { counts.append($0.count) }
    }
    #expect(counts == [1, 2])
    #expect(failures.messages.isEmpty)
  }

  @Test func theStoreOfAChildMayBeReplayedAlone() async throws {
    let session = await record { store in
      store.scope(\.desk).send(.weigh(3))
      store.send(.tell(4))
      store.state.desk.weight += 1
    }
    var weight: Int?
    try await StateTesting.replay(
      session,
      Stall(change: .none),
      initialState: Stall.State(),
      assertionProvider: failures
    ) { weight = $0.weight }
    #expect(failures.messages.isEmpty)
    #expect(weight == 8)
  }
}

/// A provider that keeps the failures of replays.
final class ReplayFailures: AssertionProvider {
  private let recorded = LockIsolated<[(message: String, line: UInt)]>([])

  var messages: [String] { recorded.value.map(\.message) }
  var lines: [UInt] { recorded.value.map(\.line) }

  func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  ) {
    if actual != expected { fail(message, file: file, line: line) }
  }

  func fail(_ message: String, file: StaticString, line: UInt) {
    recorded.withValue { $0.append((message, line)) }
  }
}

/// A feature whose effects send inside other effects.
private struct Till: Feature {
  @Observable @MainActor final class State: SnapshotState {
    var sums: [Int] = []

    static let snapshotFields = SnapshotFields<State> { SnapshotField("sums", \.sums) }
  }

  enum Action: Codable, Equatable, Sendable {
    case pay(Int)
    case note(Int)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .note(let sum):
        state.sums.append(sum)
        return .none
      case .pay(0): return .concatenate(.send(.note(1)), .send(.note(2)))
      case .pay(1): return .concatenate(.send(.note(1)), .run { $0.sums.append(2) })
      case .pay(2): return .merge(.send(.note(1)), .run {}).timeout(.seconds(9))
      case .pay(3): return .concatenate(.send(.note(1)), .run {}).retry(.immediate())
      case .pay(4): return .send(.note(1)).queued(id: "q")
      case .pay: return .concatenate(.send(.note(1)), .send(.note(2))).cancellable(id: "c")
      }
    }
  }
}
