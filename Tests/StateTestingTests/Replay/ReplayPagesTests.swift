import ScreenStateKit
import StateJournal
import StateTesting
import Testing
import ViewFeature

/// A list whose pages arrive as actions, tested step by step and in a replay.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReplayPagesTests {
  struct Row: Identifiable, Hashable, Codable, Sendable {
    let id: Int
  }

  struct Rows: Feature {
    typealias Pages = Pager<Row, Int>

    @Observable @MainActor
    final class State: SnapshotState {
      var rows = Pages(firstPage: 1)

      static let snapshotFields = SnapshotFields<State> { SnapshotField("rows", \.rows) }
    }

    enum Action: Codable, Sendable {
      case refresh
      case loadMore
      case loaded(Pages.Page, Pages.Request)
      case failed(DisplayableError, Pages.Request)
    }

    var page: @Sendable (Int) async throws -> Pages.Page = { _ in .init(items: [], next: nil) }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .refresh: return load(state.rows.refresh())
        case .loadMore:
          guard let request = state.rows.next() ?? state.rows.retry() else { return .none }
          return load(request)
        case .loaded(let page, let request): state.rows.receive(page, for: request)
        case .failed(let error, let request): state.rows.fail(error, for: request)
        }
        return .none
      }
    }

    private func load(_ request: Pages.Request) -> Effect {
      .run(id: "page") { _, send in
        do { send(.loaded(try await page(request.pageNumber), request)) } catch {
          send(.failed(error as? DisplayableError ?? DisplayableError(error: error), request))
        }
      }
    }
  }

  private nonisolated static func page(_ number: Int) -> Rows.Pages.Page {
    .init(items: [Row(id: number)], next: number < 3 ? number + 1 : nil)
  }

  private static func isLoaded(_ action: Rows.Action) -> Bool {
    if case .loaded = action { true } else { false }
  }

  private static func isFailed(_ action: Rows.Action) -> Bool {
    if case .failed = action { true } else { false }
  }

  @Test func eachStepOfAListIsAsserted() async throws {
    let offline = DisplayableError(message: "Offline")
    let isDown = LockIsolated(false)
    let store = TestStore(
      initialState: Rows.State(),
      feature: Rows { number in
        if isDown.value { throw offline }
        return Self.page(number)
      }
    )
    store.exhaustivity = .on
    var request: Rows.Pages.Request?
    await store.send(.refresh) { request = $0.rows.refresh() }
    var last = try #require(request)
    await store.receive(where: Self.isLoaded) {
      $0.rows.receive(Self.page(1), for: last)
    }
    isDown.setValue(true)
    await store.send(.loadMore) { request = $0.rows.next() }
    last = try #require(request)
    await store.receive(where: Self.isFailed) {
      $0.rows.fail(offline, for: last)
    }
    await store.finish()
  }

  @Test func aRecordedListIsRepeated() async throws {
    let journal = Journal()
    let store = Store(initialState: Rows.State(), feature: Rows { Self.page($0) })
    journal.record(store)
    let first = store.send(.refresh)
    // Its page isn't the response to the second one.
    let second = store.send(.refresh)
    await first.value
    await second.value
    await store.send(.loadMore).value
    #expect(store.state.rows.items.map(\.id) == [1, 2])
    let file = journal.session().data
    var replayed: [Int]?
    try await replay(StateSession(file), Rows(), initialState: Rows.State()) {
      replayed = $0.rows.items.map(\.id)
    }
    #expect(replayed == [1, 2])
  }
}
