import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenActionStoreTests {
  private let state = ListState()
  private let service = Service()

  @Test func receiveReturnsAtOnceAndTheWorkIsDoneLater() async {
    let store = await makeStore()
    store.receive(action: .load(page: 1))
    #expect(state.items.isEmpty)
    service.answer.open()
    await wait { [state] in state.items == ["page 1"] }
    #expect(state.items == ["page 1"])
  }

  @Test func actionIsNotRunTwiceAtTheSameTime() async {
    let store = await makeStore()
    let first = Task { await store.isolatedReceive(action: .load(page: 1)) }
    await service.wasAsked.wait()
    await store.isolatedReceive(action: .load(page: 1))
    #expect(service.pages.value == [1])
    service.answer.open()
    await first.value
    await store.isolatedReceive(action: .load(page: 1))
    #expect(service.pages.value == [1, 1])
  }

  @Test func differentActionsRunAtTheSameTime() async {
    let store = await makeStore()
    let first = Task { await store.isolatedReceive(action: .load(page: 1)) }
    await service.wasAsked.wait()
    let second = Task { await store.isolatedReceive(action: .load(page: 2)) }
    service.answer.open()
    await first.value
    await second.value
    #expect(service.pages.value == [1, 2])
  }

  @Test func trackedActionShowsLoadingWhileItRuns() async {
    let store = await makeStore()
    store.receive(action: .load(page: 1))
    await service.wasAsked.wait()
    #expect(state.isLoading)
    service.answer.open()
    await wait { [state] in !state.isLoading }
    #expect(!state.isLoading)
  }

  @Test func untrackedActionShowsNone() async {
    let store = await makeStore()
    let task = Task { await store.isolatedReceive(action: .refresh) }
    await service.wasAsked.wait()
    #expect(!state.isLoading)
    service.answer.open()
    await task.value
    #expect(!state.isLoading)
  }

  @Test func errorIsShownAndLoadingEnds() async {
    let store = await makeStore()
    service.answer.open()
    await store.isolatedReceive(action: .load(page: -1))
    #expect(state.displayError?.message == "No such page")
    #expect(!state.isLoading)
  }

  @Test func secondStateReplacesTheFirst() async {
    let store = await makeStore()
    let second = ListState()
    await store.binding(state: second)
    service.answer.open()
    await store.isolatedReceive(action: .load(page: 1))
    #expect(state.items.isEmpty)
    #expect(second.items == ["page 1"])
  }

  @Test func stateIsNotKeptByItsStore() async {
    let store = Store(service: service)
    var state: ListState? = ListState()
    weak let reference = state
    if let state { await store.binding(state: state) }
    state = nil
    #expect(reference == nil)
    service.answer.open()
    await store.isolatedReceive(action: .load(page: 1))
  }

  @Test func storeNamesItself() async {
    #expect(Store.typeNamed == "Store")
    #expect(await Store(service: service).name() == "Store")
  }

  @Test func storeCanBeUsedThroughTheProtocol() async {
    func bind<AStore: ScreenActionStore>(_ store: AStore, to state: AStore.AScreenState) async {
      await store.binding(state: state)
    }
    let store = Store(service: service)
    await bind(store, to: state)
    service.answer.open()
    await store.isolatedReceive(action: .load(page: 3))
    #expect(state.items == ["page 3"])
  }

  private func makeStore() async -> Store {
    let store = Store(service: service)
    await store.binding(state: state)
    return store
  }

  @Observable
  @MainActor
  final class ListState: ScreenState, StateUpdatable {
    var items: [String] = []
  }

  final class Service: Sendable {
    struct NoSuchPage: LocalizedError {
      var errorDescription: String? { "No such page" }
    }

    let wasAsked = Gate()
    let answer = Gate()
    let pages = LockIsolated<[Int]>([])

    func items(page: Int) async throws -> [String] {
      pages.withValue { $0.append(page) }
      wasAsked.open()
      await answer.wait()
      guard page >= 0 else { throw NoSuchPage() }
      return ["page \(page)"]
    }
  }

  actor Store: ScreenActionStore {
    enum Action: ActionLockable, LoadingTrackable, Hashable {
      case load(page: Int)
      case refresh

      var canTrackLoading: Bool { self != .refresh }
    }

    private weak var viewState: ListState?
    private let locker = ActionLocker.nonIsolated
    private let service: Service

    init(service: Service) {
      self.service = service
    }

    func binding(state: ListState) {
      viewState = state
    }

    func isolatedReceive(action: Action) async {
      guard locker.canExecute(action) else { return }
      await viewState?.loadingStarted(action: action)
      do {
        let items =
          switch action {
          case .load(let page): try await service.items(page: page)
          case .refresh: try await service.items(page: 0)
          }
        await viewState?.updateState { $0.items = items }
      } catch let error as any LocalizedError {
        await viewState?.showError(error)
      } catch {
        Issue.record("\(declaredName): \(error)")
      }
      locker.unlock(action)
      await viewState?.loadingFinished(action: action)
    }

    nonisolated func receive(action: Action) {
      Task { await isolatedReceive(action: action) }
    }

    func name() -> String { declaredName }
  }
}
