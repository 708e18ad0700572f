import ScreenStateKit
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct PagerHeaderTests {
  @MainActor @Observable
  final class Model {
    var pager = Pager<Word, Int>()
    private(set) var loads = 0
    private var request: Pager<Word, Int>.Request?

    init() {
      let request = pager.refresh()
      pager.receive(.init(items: [Word(id: "1")], next: nil, previous: 0), for: request)
    }

    func load() {
      guard let request = pager.previous() ?? pager.retryPrevious() else { return }
      self.request = request
      loads += 1
    }

    func arrive(previous: Int?) throws {
      let request = try #require(request)
      let page = Pager<Word, Int>.Page(
        items: [Word(id: "\(-loads)")],
        next: nil,
        previous: previous
      )
      pager.receive(page, for: request)
    }

    func fail() throws {
      pager.fail(DisplayableError(message: "No network"), for: try #require(request))
    }
  }

  private struct Screen: View {
    let model: Model

    var body: some View {
      List {
        PagerHeader(model.pager) { model.load() }
        ForEach(model.pager.items) { Text($0.id) }
      }
    }
  }

  private let model = Model()

  @Test func headerThatIsSeenLoadsPageAfterPage() async throws {
    let host = ViewHost(Screen(model: model))
    try await host.wait { model.pager.previousPhase == .loading }
    #expect(host.node(.progress) != nil)

    try model.arrive(previous: -1)
    try await host.wait { model.loads == 2 }
    #expect(host.texts == ["-1", "1"])

    try model.arrive(previous: nil)
    await host.settle()
    #expect(host.node(.progress) == nil)
    #expect(host.texts == ["-2", "-1", "1"])
    #expect(model.loads == 2)
  }

  @Test func pageThatFailedWaitsForTheUser() async throws {
    let host = ViewHost(Screen(model: model))
    try await host.wait { model.pager.previousPhase == .loading }

    try model.fail()
    #expect(host.texts == ["No network", "Try Again", "1"])
    await host.settle()
    #expect(model.loads == 1)
    try host.tap("Try Again")

    try await host.wait { model.pager.previousPhase == .loading }
    #expect(model.loads == 2)
  }

  @Test func refreshThatIsOutIsWaitedFor() async throws {
    let refresh = model.pager.refresh()
    let host = ViewHost(Screen(model: model))
    await host.settle()
    #expect(model.loads == 0)

    model.pager.cancel(refresh)

    try await host.wait { model.pager.previousPhase == .loading }
  }
}
