import ScreenStateKit
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PagerFooterTests {
  @MainActor @Observable
  final class Model {
    var pager = Pager<Word, Int>()
    var showsFooter = true
    private(set) var loads = 0
    private var request: Pager<Word, Int>.Request?

    init() {
      let request = pager.refresh()
      pager.receive(.init(items: [Word(id: "1")], next: 2), for: request)
    }

    func load() {
      loads += 1
      request = pager.next() ?? pager.retry()
    }

    func arrive(next: Int?) throws {
      let request = try #require(request)
      pager.receive(.init(items: [Word(id: "\(loads + 1)")], next: next), for: request)
    }

    func fail() throws {
      pager.fail(DisplayableError(message: "No network"), for: try #require(request))
    }
  }

  private struct Screen: View {
    let model: Model

    var body: some View {
      List {
        ForEach(model.pager.items) { Text($0.id) }
        if model.showsFooter {
          PagerFooter(model.pager.phase) { model.load() }
        }
      }
    }
  }

  private let model = Model()

  @Test func footerThatIsSeenLoadsTheNextPage() {
    let host = ViewHost(Screen(model: model))

    #expect(host.node(.progress) != nil)
    #expect(model.loads == 1)
    #expect(model.pager.phase == .loadingNext)
  }

  @Test func footerThatIsNotSeenLoadsNothing() {
    model.showsFooter = false
    _ = ViewHost(Screen(model: model))

    #expect(model.loads == 0)
  }

  @Test func pageThatLeavesTheFooterInSightIsFollowedByTheNext() throws {
    let host = ViewHost(Screen(model: model))

    try model.arrive(next: 3)
    host.update()

    #expect(model.loads == 2)
    #expect(host.texts == ["1", "2"])
  }

  @Test func evaluationLoadsNothing() {
    let host = ViewHost(Screen(model: model))

    model.pager.update(Word(id: "1"))
    host.update()

    #expect(model.loads == 1)
  }

  @Test func lastPageTakesTheFooterAway() throws {
    let host = ViewHost(Screen(model: model))

    try model.arrive(next: nil)

    #expect(host.node(.progress) == nil)
    #expect(model.loads == 1)
  }

  @Test func pageThatFailedWaitsForTheUser() async throws {
    let host = ViewHost(Screen(model: model))

    try model.fail()
    #expect(host.texts == ["1", "No network", "Try Again"])
    #expect(model.loads == 1)
    try host.tap("Try Again")

    try await host.wait { model.loads == 2 }
    #expect(host.node(.progress) != nil)
    #expect(model.pager.phase == .loadingNext)
  }

  @Test func pageAfterOneThatWasTriedAgainIsLoaded() async throws {
    let host = ViewHost(Screen(model: model))
    try model.fail()
    try host.tap("Try Again")
    try await host.wait { model.loads == 2 }

    try model.arrive(next: 3)
    host.update()

    #expect(model.loads == 3)
  }

  @Test func footerThatComesBackLoads() throws {
    let host = ViewHost(Screen(model: model))
    model.showsFooter = false
    host.update()
    try model.arrive(next: 3)
    host.update()
    #expect(model.loads == 1)

    model.showsFooter = true
    host.update()

    #expect(model.loads == 2)
  }
}
