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

  @Test func theEffectIsTheCauseOfEachChangeThatItShows() async {
    store.send(.show)
    await settle()
    service.answer()
    await settle()
    cache.set("later", for: WordQuery(id: 0))
    await settle()
    #expect(store.state.word.value == "later")
    var count = 0
    for case .change(let change) in journal.entries.map(\.kind) {
      count += 1
      guard case .effect = change.cause else {
        Issue.record("\(change.cause) is the cause")
        continue
      }
    }
    #expect(count >= 3)
  }

  /// The dates of the cache belong to no store: a replay of its effects draws only the dates that it draws itself.
  @Test func theCacheAddsNoDrawnValues() async {
    store.send(.show)
    await settle()
    service.answer(isFailing: true)
    await settle()
    for case .drawn(let value, _) in journal.entries.map(\.kind) { Issue.record("\(value)") }
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
}
