import Foundation
import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateQueries

/// Properties that follow queries, in both styles.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<30), .timeLimit(.minutes(20)))
struct QueryFollowerTests {
  private let clock = TestClock()
  private let service = WordService()
  private let cache: QueryCache
  private let environment: StoreEnvironment

  init() {
    let cache = QueryCache(clock: clock, environment: .controlled(clock, service))
    self.cache = cache
    environment = .controlled(clock, service).changing { $0.queries = cache }
  }

  private func screen() async -> ScreenFollowing { await ScreenFollowing(environment, clock) }
  private func feature() async -> FeatureFollowing { await FeatureFollowing(environment, clock) }

  @Test func aCancelledFollowerShowsNoLoad() async {
    for style in [await screen(), await feature()] as [any FollowStyle] {
      style.follow(0, WordQuery(id: 1))
      await settle()
      #expect(style.state?.shown[0].isLoading == true)
      style.stop(0)
      await settle()
      #expect(style.state?.shown[0].isLoading == false)
    }
  }

  private struct Grouped: Feature {
    let isRetried: Bool

    func handle() -> ActionHandler<Int, FollowState> {
      ActionHandler { id, _ in
        let follow = ActionTask<Int, FollowState>
          .follow(WordQuery(id: id), into: \.shown[0], id: "word")
        return (isRetried ? follow.retry(.immediate()) : follow).cancellable(id: "screen")
      }
    }
  }

  @Test(arguments: [false, true]) func anotherIDDoesNotReplaceThatOfAFollow(isRetried: Bool) async {
    let store = Store(
      initialState: FollowState(),
      feature: Grouped(isRetried: isRetried),
      clock: clock,
      environment: environment
    )
    for id in 1...2 {
      store.send(id)
      await settle()
      service.answer()
      await settle()
      #expect(store.state.shown[0].value == "\(id).1")
      #expect(store.runningTaskCount == 1 && store.isTaskRunning(id: "word"))
    }
    store.cancelTask(id: "screen")
    await settle()
    #expect(store.runningTaskCount == 0)
  }

  @Test func emptyContentIsKeptToo() async {
    let style = await screen()
    cache.set("", for: WordQuery(id: 0))
    style.follow(0, WordQuery(id: 0))
    await settle()
    style.follow(0, WordQuery(id: 1), keepsPrevious: true)
    await settle()
    #expect(style.state?.shown[0].content == .loading(previous: nil, after: .empty))
  }

  @Test func aScreenAndAFeatureShowOneLoad() async {
    let (screen, feature) = (await screen(), await feature())
    screen.follow(0, WordQuery(id: 0))
    feature.follow(0, WordQuery(id: 0))
    await settle()
    #expect(screen.state?.shown[0].isLoading == true)
    #expect(feature.state?.shown[0].isLoading == true)
    service.answer()
    await settle()
    #expect(screen.state?.shown[0].content == .loaded("0.1"))
    #expect(feature.state?.shown[0].content == .loaded("0.1"))
    #expect(service.count == 1)
  }

  @Test func aFollowerThatArrivesLaterShowsTheContentWithoutALoad() async {
    let (screen, feature) = (await screen(), await feature())
    screen.follow(0, WordQuery(id: 0))
    await settle()
    service.answer()
    await settle()
    feature.follow(0, WordQuery(id: 0))
    await settle()
    #expect(feature.state?.shown[0].content == .loaded("0.1"))
    #expect(service.count == 1)
  }

  @Test(arguments: [false, true])
  func anotherQueryReplacesTheContent(keepsPrevious: Bool) async throws {
    for style: any FollowStyle in [await screen(), await feature()] {
      cache.set("old", for: WordQuery(id: 0))
      style.follow(0, WordQuery(id: 0))
      await settle()
      #expect(style.state?.shown[0].value == "old")
      style.follow(0, WordQuery(id: 1), keepsPrevious: keepsPrevious)
      await settle()
      #expect(style.state?.shown[0].value == (keepsPrevious ? "old" : nil))
      #expect(style.state?.shown[0].isLoading == true)
      service.answer()
      await settle()
      #expect(style.state?.shown[0].value?.hasPrefix("1.") == true)
      // The content of the query itself, which was removed, isn't kept.
      cache.remove(WordQuery(id: 1))
      #expect(style.state?.shown[0].value == nil)
      #expect(style.state?.shown[0].isLoading == true)
      let id = try #require(style.state.map { ObjectIdentifier($0) })
      #expect(FollowedProperties.count(of: id) == 1)
      style.end()
      await settle()
      #expect(FollowedProperties.count(of: id) == 0)
      service.answer()
      cache.remove(WordQuery(id: 1))
    }
  }

  @Test func aFailedLoadKeepsTheContentOfThePreviousQuery() async {
    let style = await feature()
    cache.set("old", for: WordQuery(id: 0))
    style.follow(0, WordQuery(id: 0))
    await settle()
    style.follow(0, WordQuery(id: 1), keepsPrevious: true)
    for _ in 0..<3 {
      await settle()
      service.answer(isFailing: true)
      await settle()
      await clock.advance(by: .milliseconds(5_030))
    }
    #expect(style.state?.shown[0].value == "old")
    #expect(style.state?.shown[0].error != nil)
  }

  @Test func theEndOfAStateEndsItsInterest() async {
    for style: any FollowStyle in [await screen(), await feature()] {
      style.follow(0, WordQuery(id: 0))
      await settle()
      #expect(service.wanted.count == 1)
      weak let state = style.state
      style.end()
      await settle()
      #expect(state == nil)
      // The query cancels loads without interested callers.
      #expect(service.wanted.isEmpty)
      service.answer()
      await settle()
      #expect(cache.resource(of: WordQuery(id: 0)).value == nil)
    }
  }

  @Test func afterClearAPropertyStaysEmpty() async {
    let style = await feature()
    style.follow(0, WordQuery(id: 0), keepsPrevious: true)
    await settle()
    service.answer()
    await settle()
    style.follow(0, WordQuery(id: 1), keepsPrevious: true)
    await settle()
    #expect(style.state?.shown[0].value == "0.1")
    await cache.clear()
    service.answer()
    await settle()
    #expect(style.state?.shown[0].content == .idle)
    cache.set("new", for: WordQuery(id: 1))
    #expect(style.state?.shown[0].content == .idle)
  }

  @Test func twoFollowersOfOnePropertyAreReported() async {
    let state = FollowState()
    let first = ScreenFollowing.Follow(state, \.shown[0], environment)
    let second = ScreenFollowing.Follow(state, \.shown[0], environment)
    cache.set("a", for: WordQuery(id: 0))
    cache.set("b", for: WordQuery(id: 1))
    first.start(WordQuery(id: 0))
    await settle()
    await withKnownIssue {
      second.start(WordQuery(id: 1))
      await settle()
    }
    #expect(state.shown[0].value == "b")
    cache.set("later", for: WordQuery(id: 0))
    #expect(state.shown[0].value == "b")
    first.cancel()
    second.cancel()
    await settle()
    #expect(FollowedProperties.count(of: ObjectIdentifier(state)) == 0)
  }

  @Test func aCancelledFollowerWritesNothing() async {
    let style = await screen()
    style.follow(0, WordQuery(id: 0))
    await settle()
    service.answer()
    style.stop(0)
    await settle()
    #expect(style.state?.shown[0].value == nil)
    cache.set("new", for: WordQuery(id: 0))
    #expect(style.state?.shown[0].value == nil)
  }

  @Test func aFollowerThatIsCancelledByItsFirstWriteWritesNothingElse() async throws {
    let style = await screen()
    let state = try #require(style.state)
    withObservationTracking {
      _ = state.shown[0]
    } onChange: { [cache] in
      MainActor.assumeIsolated {
        style.stop(0)
        // In the next job, perhaps before the store waits for the end.
        Task { @MainActor in cache.set("late", for: WordQuery(id: 0)) }
      }
    }
    style.follow(0, WordQuery(id: 0))
    await settle()
    #expect(cache.resource(of: WordQuery(id: 0)).value == "late")
    #expect(state.shown[0].value == nil)
  }

  @Test func aFollowerThatIsCancelledBeforeItBeginsLoadsNothing() async throws {
    let style = await screen()
    style.follow(0, WordQuery(id: 0))
    style.stop(0)
    await settle()
    #expect(service.wanted.isEmpty)
    let state = try #require(style.state)
    #expect(FollowedProperties.count(of: ObjectIdentifier(state)) == 0)
  }
}

extension ScreenFollowing {
  /// A call without a store.
  @MainActor
  final class Follow {
    private let state: FollowState
    private let property: ReferenceWritableKeyPath<FollowState, Resource<String>>
    private let environment: StoreEnvironment
    private var task: Task<Void, any Error>?

    init(
      _ state: FollowState,
      _ property: ReferenceWritableKeyPath<FollowState, Resource<String>>,
      _ environment: StoreEnvironment
    ) {
      self.state = state
      self.property = property
      self.environment = environment
    }

    func start(_ query: WordQuery) {
      task = Task { [self] in
        try await StoreEnvironment.with(environment) {
          try await QueryFollower.follow(query, { self.property }, keepsPrevious: false) {
            self.state
          }
        }
      }
    }

    func cancel() { task?.cancel() }
  }
}
