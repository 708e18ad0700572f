import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

private struct Row: Identifiable, Hashable, Codable, Sendable {
  let id: Int
}

private typealias RowPager = Pager<Row, Int>

private enum PageAction: Sendable, Hashable { case refresh, more }

private final class RowsState: PagedScreenState<Row, Int> {}

/// A service whose pages wait for their gates, and ignore cancellation.
@MainActor
private final class RowService {
  private(set) var gates: [Gate] = []

  func page(_ request: RowPager.Request) async -> RowPager.Page {
    let gate = Gate()
    gates.append(gate)
    let number = gates.count
    await gate.passStubbornly()
    return RowPager.Page(items: [Row(id: number)], next: request.page + 1)
  }
}

/// Pages whose callers are cancelled, in both styles.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<20), .timeLimit(.minutes(20)))
struct PageLoadsTests {
  private actor RowStore: ScreenStore {
    struct Action: ActionLockable, ExecutionPolicyProviding, Hashable {
      let page: PageAction
      var executionPolicy: ExecutionPolicy { .concurrent }
    }

    nonisolated let binding = ScreenBinding<RowsState>()
    private let service: RowService

    init(_ service: RowService) {
      self.service = service
    }

    func perform(_ action: Action) async throws {
      switch action.page {
      case .refresh: try await loadFirstPage { await service.page($0) }
      case .more: try await loadNextPage { await service.page($0) }
      }
    }
  }

  private struct Rows: Feature {
    typealias State = RowsState
    typealias Action = PageAction

    let service: RowService

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, _ in
        .run { state in
          switch action {
          case .refresh: try await state.loadFirstPage { await service.page($0) }
          case .more: try await state.loadNextPage { await service.page($0) }
          }
        }
      }
    }
  }

  enum Style: CaseIterable { case screen, feature }

  private let service = RowService()
  private let state = RowsState()

  /// Returns a function that starts a caller, which returns a function that cancels it.
  private func makeStart(_ style: Style) async -> (PageAction) -> @MainActor () -> Void {
    switch style {
    case .screen:
      let store = RowStore(service)
      await store.binding(state: state)
      return { action in
        let handle: AnyTask = store.receive(action: RowStore.Action(page: action))
        return { handle.cancel() }
      }
    case .feature:
      let store = Store(initialState: state, feature: Rows(service: service))
      return { action in
        let sent: SentAction = store.send(action)
        return { sent.cancel() }
      }
    }
  }

  private func openAll() async {
    for gate in service.gates { gate.open() }
    await settle()
  }

  private var ids: [Int] { state.items.map(\.id) }

  /// The pager as it is after coding.
  private func decoded() throws -> RowPager {
    try JSONDecoder().decode(RowPager.self, from: JSONEncoder().encode(state.pager))
  }

  @Test(arguments: Style.allCases)
  func aCancelledFirstPageIsDroppedAndLoadsAgain(style: Style) async throws {
    let start = await makeStart(style)
    let cancel = start(.refresh)
    await settle()
    #expect(state.pager.phase == .loadingFirst)
    let phase = try decoded().phase
    cancel()
    await settle()
    #expect(state.pager.phase == .idle && phase == .idle)
    _ = start(.more)
    await settle()
    #expect(state.pager.phase == .loadingFirst)
    service.gates[0].open()
    await settle()
    #expect(ids.isEmpty)
    await openAll()
    #expect(ids == [2])
  }

  @Test(arguments: Style.allCases)
  func aCancelledRefreshKeepsTheList(style: Style) async throws {
    let start = await makeStart(style)
    _ = start(.refresh)
    await settle()
    await openAll()
    let cancel = start(.refresh)
    await settle()
    let phase = try decoded().phase
    cancel()
    await settle()
    #expect(state.pager.phase == .ready && phase == .ready)
    await openAll()
    #expect(ids == [1])
    _ = start(.more)
    await settle()
    await openAll()
    #expect(ids == [1, 3])
  }

  @Test(arguments: Style.allCases)
  func theLaterOfTwoFirstPagesCounts(style: Style) async {
    let start = await makeStart(style)
    _ = start(.refresh)
    await settle()
    _ = start(.refresh)
    await settle()
    service.gates[1].open()
    await settle()
    await openAll()
    #expect(ids == [2])
  }

  /// A refresh is a new generation, so its cancellation doesn't revive the request that it has replaced.
  @Test(arguments: Style.allCases)
  func theCancellationOfTheLaterFirstPageLeavesNoLoad(style: Style) async {
    let start = await makeStart(style)
    let cancelFirst = start(.refresh)
    await settle()
    let cancel = start(.refresh)
    await settle()
    cancel()
    cancelFirst()
    await settle()
    #expect(state.pager.phase == .idle)
    await openAll()
    #expect(ids.isEmpty)
    _ = start(.refresh)
    await settle()
    await openAll()
    #expect(ids == [3])
  }

  @Test(arguments: Style.allCases)
  func aRefreshDuringTheNextPageDropsThatPage(style: Style) async {
    let start = await makeStart(style)
    _ = start(.refresh)
    await settle()
    await openAll()
    let cancel = start(.more)
    await settle()
    _ = start(.refresh)
    await settle()
    // The cancelled request isn't the current one.
    cancel()
    await settle()
    #expect(state.pager.phase == .loadingFirst)
    await openAll()
    #expect(ids == [3])
  }

  @Test func aCallerThatFollowsACancelledOneInTheSameTurnLoads() async {
    let start = await makeStart(.feature)
    let cancel = start(.more)
    await settle()
    cancel()
    _ = start(.more)
    await settle()
    #expect(service.gates.count == 2)
    await openAll()
    #expect(ids == [2])
  }
}
