import ScreenStateKit
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct PagerFooterTests {
  @MainActor @Observable
  final class Model {
    var pager = Pager<Word, Int>()
    var showsFooter = true
    /// How many calls are not heard before one is.
    var deafness = 0
    /// How many pages arrive in the call that asks for them.
    var cachedPages = 0
    private(set) var loads = 0
    private(set) var calls = 0
    private var request: Pager<Word, Int>.Request?

    init() {
      let request = pager.refresh()
      pager.receive(.init(items: [Word(id: "1")], next: 2), for: request)
    }

    func load() {
      calls += 1
      guard deafness == 0 else {
        deafness -= 1
        return
      }
      guard let request = pager.next() ?? pager.retry() else { return }
      self.request = request
      loads += 1
      guard cachedPages > 0 else { return }
      cachedPages -= 1
      let next = cachedPages == 0 ? nil : loads + 2
      pager.receive(.init(items: [Word(id: "\(loads + 1)")], next: next), for: request)
    }

    func arrive(next: Int?) throws {
      let request = try #require(request)
      pager.receive(.init(items: [Word(id: "\(loads + 1)")], next: next), for: request)
    }

    func fail() throws {
      pager.fail(DisplayableError(message: "No network"), for: try #require(request))
    }
  }

  /// Waits for nothing.
  private struct ImmediateClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      await Task.yield()
    }
  }

  private struct Screen: View {
    let model: Model
    var clock: any Clock<Duration> = ContinuousClock()

    var body: some View {
      List {
        ForEach(model.pager.items) { Text($0.id) }
        if model.showsFooter {
          PagerFooter(model.pager, clock: clock) { model.load() }
        }
      }
    }
  }

  private let model = Model()

  @Test func footerThatIsSeenLoadsTheNextPage() async throws {
    let host = ViewHost(Screen(model: model))
    #expect(host.node(.progress) != nil)

    try await host.wait { model.pager.phase == .loadingNext }

    #expect(model.loads == 1)
    #expect(host.node(.progress) != nil)
  }

  @Test func footerThatIsNotHeardAsksAgain() async throws {
    model.deafness = 3
    let host = ViewHost(Screen(model: model, clock: ImmediateClock()))

    try await host.wait { model.pager.phase == .loadingNext }

    #expect(model.loads == 1)
  }

  @Test func footerThatIsNeverHeardGivesUpUntilItIsSeenAgain() async {
    model.deafness = .max
    let host = ViewHost(Screen(model: model, clock: ImmediateClock()))

    await host.settle()
    #expect(model.calls == 5)
    model.showsFooter = false
    host.update()
    model.showsFooter = true
    host.update()

    await host.settle()
    #expect(model.calls == 10)
  }

  @Test func pagesThatArriveBeforeTheViewIsUpdatedAreFollowedByTheNext() async throws {
    model.cachedPages = 12
    let host = ViewHost(Screen(model: model, clock: ImmediateClock()))

    try await host.wait { model.pager.phase == .exhausted }

    #expect(model.loads == 12)
  }

  @Test func footerThatIsNotSeenLoadsNothing() async {
    model.showsFooter = false
    let host = ViewHost(Screen(model: model))

    await host.settle()

    #expect(model.loads == 0)
  }

  @Test func footerBehindAnotherScreenLoadsNothingUntilThatIsGone() async throws {
    let host = ViewHost(
      NavigationStack {
        VStack {
          Screen(model: model)
          NavigationLink(value: 1) { Text("Details") }
        }
        .navigationDestination(for: Int.self) { Text("\($0)") }
      }
    )
    try await host.wait { model.pager.phase == .loadingNext }
    try host.tap("Details")

    try model.arrive(next: 3)
    await host.settle()
    #expect(model.pager.phase == .ready)
    try host.goBack()

    try await host.wait { model.pager.phase == .loadingNext }
  }

  @Test func pageThatLeavesTheFooterInSightIsFollowedByTheNext() async throws {
    let host = ViewHost(Screen(model: model))
    try await host.wait { model.loads == 1 && model.pager.phase == .loadingNext }

    try model.arrive(next: 3)

    try await host.wait { model.pager.phase == .loadingNext && model.loads == 2 }
    #expect(host.texts == ["1", "2"])
  }

  @Test func nothingIsAskedForWhileAPageLoads() async throws {
    let host = ViewHost(Screen(model: model))
    try await host.wait { model.pager.phase == .loadingNext }

    model.pager.update(Word(id: "1"))
    await host.settle()

    #expect(model.loads == 1)
  }

  @Test func previousPageThatLoadsIsWaitedFor() async throws {
    model.pager.receive(
      .init(items: [Word(id: "1")], next: 2, previous: 0),
      for: model.pager.refresh()
    )
    let previous = model.pager.previous()
    let host = ViewHost(Screen(model: model))
    await host.settle()
    #expect(model.calls == 0)

    model.pager.receive(.init(items: [], next: nil), for: try #require(previous))

    try await host.wait { model.pager.phase == .loadingNext }
    #expect(model.loads == 1)
  }

  @Test func footerOfAPhaseLoadsAsWell() async throws {
    let host = ViewHost(PagerFooter(model.pager.phase) { model.load() })

    try await host.wait { model.pager.phase == .loadingNext }

    #expect(model.loads == 1)
  }

  @Test func lastPageTakesTheFooterAway() async throws {
    let host = ViewHost(Screen(model: model))
    try await host.wait { model.pager.phase == .loadingNext }

    try model.arrive(next: nil)

    #expect(host.node(.progress) == nil)
    await host.settle()
    #expect(model.loads == 1)
  }

  @Test func pageThatFailedWaitsForTheUser() async throws {
    let host = ViewHost(Screen(model: model))
    try await host.wait { model.pager.phase == .loadingNext }

    try model.fail()
    #expect(host.texts == ["1", "No network", "Try Again"])
    await host.settle()
    #expect(model.loads == 1)
    try host.tap("Try Again")

    try await host.wait { model.pager.phase == .loadingNext }
    #expect(host.node(.progress) != nil)
    #expect(model.loads == 2)
  }

  @Test func pageAfterOneThatWasTriedAgainIsLoaded() async throws {
    let host = ViewHost(Screen(model: model))
    try await host.wait { model.pager.phase == .loadingNext }
    try model.fail()
    try host.tap("Try Again")
    try await host.wait { model.pager.phase == .loadingNext }

    try model.arrive(next: 3)

    try await host.wait { model.pager.phase == .loadingNext }
    #expect(model.loads == 3)
  }

  @Test func footerThatComesBackLoads() async throws {
    let host = ViewHost(Screen(model: model))
    try await host.wait { model.pager.phase == .loadingNext }
    model.showsFooter = false
    host.update()
    try model.arrive(next: 3)
    await host.settle()
    #expect(model.loads == 1)

    model.showsFooter = true

    try await host.wait { model.pager.phase == .loadingNext }
    #expect(model.loads == 2)
  }
}
