import ScreenStateKit
import StateCore
import StateJournal
import StateQueries
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Properties that follow queries, in a journal and during time travel.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<10), .timeLimit(.minutes(20)))
struct RecordedFollowTests {
  struct Words: Feature {
    @Observable @MainActor
    final class State: SnapshotState, ResourceState {
      var word = Resource<String>()
      var count = 0

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("word", \.word)
        SnapshotField("count", \.count)
      }
    }

    enum Action: Sendable { case show, add }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .add: state.count += 1
        case .show: return .follow(WordQuery(id: 0), into: \.word, id: "word")
        }
        return .none
      }
    }
  }

  private let clock = TestClock()
  private let service = WordService()
  private let cache: QueryCache
  private let journal = Journal()
  private let store: Store<Words>

  init() {
    let cache = QueryCache(clock: clock, environment: .controlled(clock, service))
    self.cache = cache
    store = Store(
      initialState: Words.State(),
      feature: Words(),
      clock: clock,
      environment: .controlled(clock, service).changing { $0.queries = cache }
    )
    journal.record(store)
  }

  private struct CauseName: Equatable {
    let name: String
    let field: String

    init(_ change: ValueChange) {
      field = change.field
      name =
        switch change.cause {
        case .effect: "effect"
        case .query(let id): "attempt \(id.attempt)"
        default: "\(change.cause)"
        }
    }
  }

  /// A change that no attempt makes has the effect that follows as its cause.
  @Test func anAttemptIsTheCauseOfTheChangesThatItMakes() async {
    store.send(.show)
    await settle()
    service.answer()
    await settle()
    cache.set("later", for: WordQuery(id: 0))
    await settle()
    #expect(store.state.word.value == "later")
    let changes = journal.entries.compactMap { entry -> CauseName? in
      if case .change(let change) = entry.kind { CauseName(change) } else { nil }
    }
    #expect(changes.map(\.name) == ["effect", "attempt 1", "effect"])
    #expect(changes.allSatisfy { $0.field == "word" })
  }

  @Test func aCancelledAttemptIsNotTheCauseOfWhatReplacesIt() async {
    store.send(.show)
    await settle()
    cache.set("set", for: WordQuery(id: 0))
    await settle()
    #expect(store.state.word.value == "set")
    let changes = journal.entries.compactMap { entry -> CauseName? in
      if case .change(let change) = entry.kind { CauseName(change) } else { nil }
    }
    #expect(changes.map(\.name) == ["effect", "effect"])
    service.answer()
    await settle()
  }

  /// The dates of the cache belong to no store: a replay of its effects draws only the dates that it draws itself.
  @Test func theCacheAddsNoDrawnValues() async {
    store.send(.show)
    await settle()
    service.answer(isFailing: true)
    await settle()
    for case .drawn(let value, _) in journal.entries.map(\.kind) { Issue.record("\(value)") }
  }

  @Test func aCommittedTravelEndsWithTheEntryOfTheCache() async {
    store.send(.show)
    await settle()
    #expect(store.state.word.isLoading)
    let past = journal.entries.last?.number ?? 0
    service.answer()
    await settle()
    #expect(store.state.word.value == "0.1")
    journal.travel(to: past)
    #expect(store.state.word.isLoading)
    journal.commit()
    await settle()
    #expect(store.state.word.value == "0.1")
    #expect(!store.state.word.isLoading)
  }

  @Test func anAnswerDuringATravelIsShownInThePresent() async {
    store.send(.add)
    let past = journal.entries.last?.number ?? 0
    store.send(.show)
    await settle()
    #expect(store.state.word.isLoading)
    journal.travel(to: past)
    #expect(!store.state.word.isLoading)
    service.answer()
    await settle()
    journal.resume()
    await settle()
    #expect(store.state.word.value == "0.1")
    #expect(!store.state.word.isLoading)
  }

  @Test func afterClearTheEndOfATravelShowsNothing() async {
    cache.set("first user", for: WordQuery(id: 0))
    store.send(.show)
    await settle()
    let past = journal.entries.last?.number ?? 0
    #expect(store.state.word.value == "first user")
    await cache.clear()
    await settle()
    #expect(store.state.word.value == nil)
    journal.travel(to: past)
    #expect(store.state.word.value == "first user")
    cache.set("second user", for: WordQuery(id: 0))
    journal.commit()
    await settle()
    #expect(store.state.word.value == nil)
  }
}
