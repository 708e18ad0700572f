import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(20)))
struct ScreenStoreResourcesTests {
  @Observable @MainActor
  final class WordsScreen: ScreenState {
    var words = Resource<[String]>()
  }

  actor WordsStore: ScreenStore {
    enum Action: ActionLockable, LoadingTrackable, ExecutionPolicyProviding, Hashable {
      case load, reload, watch

      var canTrackLoading: Bool { self == .load }
      var executionPolicy: ExecutionPolicy { self == .reload ? .restart : .dropWhileRunning }
    }

    nonisolated let binding: ScreenBinding<WordsScreen>
    private let service: WordService

    init(_ service: WordService, _ clock: any Clock<Duration>) {
      self.service = service
      binding = ScreenBinding(clock: clock)
    }

    func perform(_ action: Action) async throws {
      switch action {
      case .load:
        try await load(
          \.words,
          staleAfter: .seconds(60),
          retry: .constant(.seconds(1), maxAttempts: 2)
        ) {
          try await service.words()
        }
      case .reload: try await load(\.words) { try await service.words() }
      case .watch: try await keepFresh(\.words, every: .seconds(30)) { try await service.words() }
      }
    }
  }

  private let clock = TestClock()
  private let service = WordService()
  private let screen = WordsScreen()
  private let store: WordsStore

  init() {
    store = WordsStore(service, clock)
  }

  @Test func aLoadIsAnActionLikeOthers() async throws {
    await store.binding(state: screen)
    try await store.receive(action: .load).waitComplete()
    #expect(screen.words.content == .loaded(["1"]))
    try await store.receive(action: .load).waitComplete()
    #expect(service.calls == 1)
    #expect(!screen.isLoading)
  }

  /// The second load waits for the function of the first, which ignores cancellation.
  @Test func aReloadFollowsTheOneThatItReplaces() async throws {
    await store.binding(state: screen)
    let gate = Gate()
    service.answer = { number in
      if number == 1 { await gate.passStubbornly() }
      return ["\(number)"]
    }
    let first: AnyTask = store.receive(action: .reload)
    await gate.waitUntilStarted()
    let second: AnyTask = store.receive(action: .reload)
    gate.open()
    try await second.waitComplete()
    await #expect(throws: CancellationError.self) { try await first.waitComplete() }
    #expect(screen.words.content == .loaded(["2"]))
  }

  @Test func thePausesAreThoseOfTheBinding() async throws {
    await store.binding(state: screen)
    service.answer = { throw Offline(number: $0) }
    let load: AnyTask = store.receive(action: .load)
    await clock.waitForSleepers()
    #expect(screen.words.retry?.nextAttempt == 2)
    #expect(screen.displayError == nil)
    await clock.advance(by: .seconds(1))
    await #expect(throws: Offline(number: 2)) { try await load.waitComplete() }
    #expect(screen.displayError != nil)
  }

  @Test func theEndOfTheScreenEndsItsWatch() async throws {
    var screen: WordsScreen? = WordsScreen()
    let store = WordsStore(service, clock)
    await store.binding(state: screen!)
    let watch: AnyTask = store.receive(action: .watch)
    await clock.waitForSleepers()
    #expect(screen?.words.content == .loaded(["1"]))
    weak let gone = screen
    screen = nil
    #expect(gone == nil)
    await #expect(throws: CancellationError.self) { try await watch.waitComplete() }
    #expect(clock.sleeperCount == 0)
  }

  @Test func aStoreMarksWhatOthersAskToLoad() async throws {
    await store.binding(state: screen)
    struct Part: OptionSet, Sendable {
      let rawValue: Int
      static let words = Self(rawValue: 1)
      static let profile = Self(rawValue: 2)
    }
    let refresher = AppRefresher<Part, Never>()
    store.observe(refresher.requests(for: .words)) { _, state in state.words.invalidate() }
    try await store.receive(action: .load).waitComplete()
    refresher.refresh(.profile)
    refresher.refresh([.profile, .words])
    for await words in screen.values(of: \.words) where words.isInvalidated { break }
    try await store.receive(action: .load).waitComplete()
    #expect(service.calls == 2)
    #expect(!screen.words.isInvalidated)
  }
}
