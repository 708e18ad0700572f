import ScreenStateKit
import StateCore
import StateJournal
import StateRequests
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateQueries

/// The attempts of queries in a journal, with what has asked for them.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<10), .timeLimit(.minutes(20)))
struct QueryAttemptsTests {
  struct Desk: Feature {
    @Observable @MainActor
    final class State: SnapshotState, ResourceState {
      var words = [Resource<String>(), Resource<String>()]
      var secret = Resource<String>()

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("words", \.words)
        SnapshotField("secret", \.secret)
      }
    }

    enum Action: Sendable {
      case show(WordQuery)
      case hide
      case invalidate(WordQuery)
      case write(WordMutation)
      case showSecret(SecretQuery)
      case prefetch(SumQuery)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, _ in
        switch action {
        case .show(let query): return .follow(query, into: \.words[0], id: "word")
        case .hide: return .cancel(id: "word")
        case .showSecret(let query): return .follow(query, into: \.secret, id: "secret")
        case .invalidate(let query): StoreEnvironment.current.queries.invalidate(query)
        case .prefetch(let query): StoreEnvironment.current.queries.prefetch(query)
        case .write(let mutation):
          return .run(id: "write") { _ in
            _ = try await StoreEnvironment.current.queries.perform(mutation)
          }
        }
        return .none
      }
    }
  }

  struct SecretQuery: ResourceQuery, RedactedAction {
    let password: String
    var isRedacted: Bool { true }

    func load(in context: QueryContext) async throws -> String { "a" }
  }

  /// The words of two queries, which the load asks for.
  struct SumQuery: ResourceQuery {
    func load(in context: QueryContext) async throws -> String {
      try await context.value(of: WordQuery(id: 2))
    }
  }

  private let clock = TestClock()
  private let service = WordService()
  private let cache: QueryCache
  private let journal = Journal()
  private let store: Store<Desk>
  private let word = WordQuery(id: 0)

  init() {
    let cache = QueryCache(clock: clock, environment: .controlled(clock, service))
    self.cache = cache
    store = Store(
      initialState: Desk.State(),
      feature: Desk(),
      clock: clock,
      environment: .controlled(clock, service).changing { $0.queries = cache }
    )
    journal.record(store)
  }

  /// The attempts, with the entry that each began with and the texts of its causes.
  private var attempts: [QueryAttempt] {
    journal.entries.compactMap { if case .query(let attempt) = $0.kind { attempt } else { nil } }
  }

  private var starts: [QueryAttempt.Start] {
    attempts.compactMap { if case .started(let start) = $0.step { start } else { nil } }
  }

  private var texts: [String] {
    journal.entries.filter { if case .query = $0.kind { true } else { false } }.map(\.happening)
  }

  /// The name of the action that is the cause of an attempt, directly or through its effect.
  private func action(of start: QueryAttempt.Start) -> String? {
    let id: ActionID?
    switch start.cause {
    case .handler(let action): id = action
    case .effect(_, let action): id = action
    default: return nil
    }
    for entry in journal.entries {
      if case .actionReceived(let other, let received) = entry.kind, other == id {
        return received.action.caseName
      }
    }
    return nil
  }

  @Test func anAttemptHasTheEffectThatAsksAsItsCause() async throws {
    store.send(.show(word))
    await settle()
    service.answer()
    await settle()
    #expect(starts.map(\.reason) == ["watch"])
    #expect(starts.map(\.watcherCount) == [1])
    #expect(starts.map(action) == ["show"])
    #expect(attempts.last.map { if case .answered = $0.step { true } else { false } } == true)
    #expect(
      texts == [
        "WordQuery, attempt 1, loads WordQuery(id: 0) for 1 watcher: watch, by an effect of show",
        "WordQuery, attempt 1, has an answer",
      ]
    )
    // The change leads to the attempt, and the attempt to the effect.
    let change = try #require(
      journal.entries.last { if case .change = $0.kind { true } else { false } }
    )
    let cause = try #require(change.causeEntry.flatMap { journal.entries.entry(number: $0) })
    guard case .query = cause.kind else {
      Issue.record("\(cause) is the cause")
      return
    }
    let effect = try #require(cause.causeEntry.flatMap { journal.entries.entry(number: $0) })
    guard case .effect = effect.kind else {
      Issue.record("\(effect) is the cause")
      return
    }
  }

  @Test func theNextAttemptHasTheSameCause() async {
    store.send(.show(word))
    await settle()
    service.answer(isFailing: true)
    await settle()
    await clock.advance(by: .milliseconds(5_030))
    await settle()
    #expect(starts.map(\.reason) == ["watch", "watch"])
    #expect(starts.map(action) == ["show", "show"])
    #expect(attempts.map(\.id.attempt) == [1, 1, 2])
    #expect(texts.count == 3 && texts[1].hasPrefix("WordQuery, attempt 1, fails: "))
    service.answer()
    await settle()
  }

  @Test func aPollHasAWatcherAsItsCause() async {
    store.send(.show(WordQuery(id: 1)))
    await settle()
    service.answer()
    await settle()
    await clock.advance(by: .milliseconds(30_370))
    await settle()
    #expect(starts.map(\.reason) == ["watch", "interval"])
    #expect(starts.map(action) == ["show", "show"])
    service.answer()
    await settle()
  }

  @Test func anInvalidationIsTheCauseOfTheLoadAfterTheRunningOne() async {
    store.send(.show(word))
    await settle()
    store.send(.invalidate(word))
    await settle()
    service.answer()
    await settle()
    #expect(starts.map(\.reason) == ["watch", "invalidated"])
    #expect(starts.map(action) == ["show", "invalidate"])
    service.answer()
    await settle()
  }

  @Test(arguments: [false, true])
  func anInvalidationThatAValueHasServedIsNoCause(isMutation: Bool) async {
    cache.set("first", for: word)
    store.send(.invalidate(word))
    await settle()
    if isMutation {
      let caller = Task.immediate { [cache] in try await cache.perform(WordMutation(id: 1)) }
      await settle()
      service.answer(1, .value(0, "second"))
      _ = await caller.result
    } else {
      cache.set("second", for: word)
    }
    store.send(.show(word))
    await settle()
    #expect(starts.isEmpty)
    await clock.advance(by: .seconds(100))
    cache.receive(.inactive)
    cache.receive(.active)
    await settle()
    #expect(starts.map(\.reason) == ["active"])
    #expect(starts.map(action) == [nil])
    service.answer()
    await settle()
  }

  @Test func theEffectOfAMutationIsTheCauseOfWhatItInvalidates() async {
    store.send(.show(word))
    await settle()
    service.answer()
    await settle()
    store.send(.write(WordMutation(id: 1, tags: [QueryTag("word", id: 0)])))
    await settle()
    service.answer(1, .empty)
    await settle()
    #expect(starts.map(\.reason) == ["watch", "invalidated"])
    #expect(starts.map(action) == ["show", "write"])
    service.answer()
    await settle()
  }

  @Test func aLoadIsTheCauseOfTheLoadsItAsksFor() async {
    store.send(.prefetch(SumQuery()))
    await settle()
    let sum = attempts.first?.id
    #expect(sum?.name == "SumQuery")
    #expect(starts.map(\.reason) == ["value", "value"])
    #expect(starts.last?.cause == sum.map { .query($0) })
    service.answer()
    await settle()
  }

  @Test func newContentOfADependencyIsTheCauseOfADependentLoad() async {
    let watch = cache.watch(SumQuery()) { _ in }
    store.send(.show(WordQuery(id: 2)))
    await settle()
    service.answer()
    await settle()
    store.send(.invalidate(WordQuery(id: 2)))
    await settle()
    service.answer()
    await settle()
    // The load that no recorded store asks for has no entry, unless a recorded cause leads to it.
    #expect(starts.map(\.reason).last == "dependency")
    let words = attempts.map(\.id).filter { $0.name == "WordQuery" }
    #expect(starts.last?.cause == words.last.map { .query($0) })
    watch.cancel()
    await settle()
  }

  @Test func aCancelledAttemptEnds() async {
    store.send(.show(word))
    await settle()
    store.send(.hide)
    await settle()
    #expect(texts.last == "WordQuery, attempt 1, is cancelled")
    service.answer()
    await settle()
    #expect(texts.count == 2)
  }

  @Test func redactedParametersAreInNoText() async {
    store.send(.showSecret(SecretQuery(password: "word of mouth")))
    await settle()
    #expect(starts.count == 1)
    for entry in journal.entries {
      guard case .query = entry.kind else { continue }
      #expect(!entry.text.contains("mouth") && !"\(entry)".contains("mouth"))
    }
    let bytes = journal.session().data
    #expect(!String(decoding: bytes, as: UTF8.self).contains("word of mouth"))
  }

  @Test func aStoreThatIsNotConcernedHasNoEntries() async {
    let watch = cache.watch(word) { _ in }
    cache.prefetch(WordQuery(id: 2))
    await settle()
    service.answer()
    await settle()
    #expect(attempts.isEmpty)
    watch.cancel()
    await settle()
  }

  @Test func nothingIsKeptForEntriesThatHaveEnded() async {
    for id in 0..<20 { cache.invalidate(WordQuery(id: id)) }
    store.send(.show(word))
    store.send(.prefetch(SumQuery()))
    await settle()
    #expect(cache.attempts.count > 0)
    service.answer()
    store.send(.hide)
    await settle()
    await clock.advance(by: .seconds(600))
    await settle()
    #expect(cache.count == 0)
    #expect(cache.attempts.count == 0 && cache.requests.causeCount == 0)
  }
}

/// A cache whose attempts no journal takes.
@MainActor
@Suite(.simulated(seeds: 0..<3), .timeLimit(.minutes(20)))
struct UnrecordedAttemptsTests {
  @Test func withoutAJournalNothingIsNoted() async throws {
    if CoreListening.loads != nil { return }
    let clock = TestClock()
    let service = WordService(isAutomatic: true)
    let cache = QueryCache(clock: clock, environment: .controlled(clock, service))
    let watch = cache.watch(WordQuery(id: 0)) { _ in }
    _ = try await cache.value(of: WordQuery(id: 1))
    cache.invalidate([QueryTag("word")])
    #expect(cache.attempts.count == 0 && cache.requests.causeCount == 0)
    watch.cancel()
    await settle()
  }
}
