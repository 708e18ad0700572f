import Foundation
import IssueReporting
import StateTestSupport
import Testing

@testable import ScreenStateKit

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStorePagesTests {
  typealias State = PagedScreenState<Word, Int>

  private struct Failure: LocalizedError {
    var errorDescription: String? { "It failed" }
  }

  private actor Store: ScreenStore {
    enum Action: ActionLockable, Hashable {
      case refresh
      case more
      case previous
    }

    nonisolated let binding = ScreenBinding<State>()
    nonisolated let began = Gate()
    nonisolated let answer = Gate()
    private var failures = 0

    func failNext(_ count: Int) {
      failures = count
    }

    func perform(_ action: Action) async throws {
      switch action {
      case .refresh: try await loadFirstPage(page)
      case .more: try await loadNextPage(page)
      case .previous: try await loadPreviousPage(page)
      }
    }

    func loadWithoutAnAction() async -> Bool? {
      try? await loadNextPage(page)
    }

    private func page(_ request: State.Request) async throws -> State.Page {
      began.open()
      await answer.wait()
      if failures > 0 {
        failures -= 1
        throw Failure()
      }
      let number = request.cursor ?? 1
      return State.Page(
        items: [Word(id: number)],
        next: number < 3 ? number + 1 : nil,
        previous: number > 0 ? number - 1 : nil
      )
    }
  }

  private let store = Store()
  private let state = State()

  init() async {
    await store.binding(state: state)
  }

  @Test func pagesAreLoadedInOrder() async throws {
    store.answer.open()
    #expect(state.content == .idle)
    try await store.receive(action: .refresh).waitComplete()
    try await store.receive(action: .more).waitComplete()
    #expect(state.items.map(\.id) == [1, 2])
    #expect(state.content == .loaded(state.items))
    try await store.receive(action: .more).waitComplete()
    #expect(state.didLoadAllData)
  }

  @Test func aLoadBeforeTheBindingIsReported() async {
    let store = Store()
    let isLoaded = await withIssueReporters([]) { await store.loadWithoutAnAction() }
    #expect(isLoaded == false && store.binding.isReportedAsUnbound)
  }

  @Test func aStateThatIsBoundAgainMayLoadThePageThatAnotherStateHasEnded() async throws {
    let more: AnyTask = store.receive(action: .more)
    await store.began.wait()
    let other = State()
    await store.binding(state: other)
    store.answer.open()
    await #expect(throws: CancellationError.self) { try await more.waitComplete() }
    #expect(state.pager.phase == .idle)
    #expect(other.pager.phase == .idle)
    await store.binding(state: state)
    await store.isolatedReceive(action: .more)
    #expect(state.items.map(\.id) == [1])
  }

  @Test func aFirstPageThatFailedIsLoadedOnceMoreAsTheNextOne() async throws {
    store.answer.open()
    await store.failNext(1)
    await store.isolatedReceive(action: .more)
    guard case .failed(page: 1, _) = state.pager.phase else {
      Issue.record("\(state.pager.phase)")
      return
    }
    await store.isolatedReceive(action: .more)
    #expect(state.items.map(\.id) == [1])
  }

  @Test func theNextPageIsLoadedOnceMoreAfterARefreshHasFailedToo() async throws {
    store.answer.open()
    await store.isolatedReceive(action: .refresh)
    await store.failNext(2)
    await store.isolatedReceive(action: .more)
    await store.isolatedReceive(action: .refresh)
    await store.isolatedReceive(action: .more)
    #expect(state.items.map(\.id) == [1, 2])
  }

  @Test func aPageThatFailedIsLoadedOnceMore() async throws {
    store.answer.open()
    try await store.receive(action: .refresh).waitComplete()
    await store.failNext(1)
    await #expect(throws: Failure.self) { try await store.receive(action: .more).waitComplete() }
    #expect(state.displayError?.message == "It failed")
    #expect(state.content == .loaded(state.items))
    try await store.receive(action: .more).waitComplete()
    #expect(state.items.map(\.id) == [1, 2])
  }

  @Test func aPreviousPageThatFailedIsLoadedOnceMore() async throws {
    store.answer.open()
    try await store.receive(action: .refresh).waitComplete()
    await store.failNext(1)
    await #expect(throws: Failure.self) {
      try await store.receive(action: .previous).waitComplete()
    }
    #expect(state.displayError?.message == "It failed")
    try await store.receive(action: .previous).waitComplete()
    #expect(state.items.map(\.id) == [0, 1])
    try await store.receive(action: .previous).waitComplete()
    #expect(state.items.map(\.id) == [0, 1])
  }

  @Test func aFirstPageThatFailsIsTheContentsFailure() async {
    store.answer.open()
    await store.failNext(1)
    _ = try? await store.receive(action: .refresh).waitComplete()
    #expect(state.content.error?.message == "It failed")
  }

  @Test(arguments: [Store.Action.refresh, .previous])
  private func theEndOfTheScreenCancelsALoadThatRuns(action: Store.Action) async {
    let store = Store()
    var pager = Pager<Word, Int>()
    pager.receive(.init(items: words(1), next: 2, previous: 0), for: pager.refresh())
    var state: State? = State(pager: pager)
    if let state { await store.binding(state: state) }
    let handle = store.receive(action: action)
    await store.began.wait()
    state = nil
    await #expect(throws: CancellationError.self) { try await handle.waitComplete() }
    _ = state
  }
}
