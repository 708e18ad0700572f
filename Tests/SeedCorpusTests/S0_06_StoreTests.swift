import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The store chapters of the document on ScreenStateKit: its first flow from `receive` to the state.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S0StoreTests {
  typealias Item = S0StoreTemplate.Item
  typealias Store = S0StoreTemplate.FeatureViewStore

  struct Offline: LocalizedError {
    var errorDescription: String? { "You are offline" }
  }

  struct Unknown: Error {}

  struct Service: S0StoreTemplate.SomeServiceProtocol {
    let gate = Gate()
    let pages = LockIsolated<[Int]>([])
    let deleted = LockIsolated<[String]>([])
    var failure: (any Error)?

    func fetchItems(page: Int) async throws -> [Item] {
      pages.withValue { $0.append(page) }
      try await gate.pass()
      if let failure { throw failure }
      return [Item(id: "a\(page)"), Item(id: "b\(page)")]
    }

    func delete(id: String) async throws {
      deleted.withValue { $0.append(id) }
    }
  }

  private let state = S0StoreTemplate.FeatureViewState()

  private func makeStore(_ service: Service) async -> Store {
    let store = Store(service: service)
    await store.binding(state: state)
    return store
  }

  @Test func actionIsLockedLoadingAndThenDone() async {
    let service = Service()
    let store = await makeStore(service)

    store.receive(action: .fetchItems)
    store.receive(action: .fetchItems)
    await settle()
    // 1. Prevent duplicates, 2. start loading if trackable.
    #expect(service.pages.value == [1])
    #expect(state.isLoading)
    #expect(state.items.isEmpty)

    service.gate.open()
    await settle()
    // 3. Execute the logic, 5. stop loading.
    #expect(state.items.map(\.id) == ["a1", "b1"])
    #expect(!state.isLoading)

    store.receive(action: .fetchItems)
    await settle()
    // 4. Release the lock.
    #expect(service.pages.value == [1, 1])
  }

  @Test func loadingMoreShowsNoGlobalLoading() async {
    let service = Service()
    let store = await makeStore(service)
    state.items = (0..<40).map { Item(id: "\($0)") }
    state.canExecuteLoadmore()

    store.receive(action: .loadMore)
    await settle()
    #expect(!state.isLoading)
    #expect(state.canShowLoadmore)

    service.gate.open()
    await settle()
    #expect(service.pages.value == [3])
    #expect(state.items.count == 42)
    #expect(!state.canShowLoadmore)
  }

  @Test func deletedItemIsGone() async {
    let service = Service()
    let store = await makeStore(service)
    state.items = [Item(id: "a"), Item(id: "b")]

    store.receive(action: .deleteItem(id: "a"))
    await settle()

    #expect(service.deleted.value == ["a"])
    #expect(state.items.map(\.id) == ["b"])
  }

  @Test func differentPayloadsAreDifferentLocks() async {
    let service = Service()
    let store = await makeStore(service)

    store.receive(action: .deleteItem(id: "a"))
    store.receive(action: .deleteItem(id: "b"))
    await settle()

    #expect(service.deleted.value == ["a", "b"])
  }

  @Test func localizedErrorsAreShownOthersAreNot() async {
    for (failure, message) in [(Offline() as any Error, "You are offline"), (Unknown(), nil)] {
      let service = Service(failure: failure)
      service.gate.open()
      let store = await makeStore(service)
      state.displayError = nil

      store.receive(action: .fetchItems)
      await settle()

      #expect(state.displayError?.message == message)
      #expect(!state.isLoading)
    }
  }

  @Test func stateIsNotKeptByItsStore() async {
    let store = Store(service: Service())
    var state: S0StoreTemplate.FeatureViewState? = .init()
    await store.binding(state: state!)
    weak let kept = state

    state = nil

    #expect(kept == nil)
  }
}

/// The patterns that follow the template.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S0StorePatternsTests {
  typealias Store = S0StorePatterns.FeatureViewStore

  private let state = S0StorePatterns.FeatureViewState()

  @Test func lockKeyIsTheDocuments() {
    let locker = ActionLocker.nonIsolated

    #expect(locker.canExecute(Store.Action.fetchUser(id: 1)))
    #expect(!locker.canExecute(Store.Action.fetchUser(id: 2)))
    #expect(locker.canExecute(Store.Action.deleteUser(id: 2)))
    #expect(Store.Action.fetchUser(id: 1).canTrackLoading)
  }

  @Test func localizedErrorIsShown() async {
    let store = Store { throw S0StoreTests.Offline() }
    await store.binding(state: state)

    await store.isolatedReceive(action: .fetchUser(id: 1))

    #expect(state.displayError?.message == "You are offline")
  }

  @Test func otherErrorIsNotShown() async {
    let store = Store { throw S0StoreTests.Unknown() }
    await store.binding(state: state)

    await store.isolatedReceive(action: .fetchUser(id: 1))

    #expect(state.displayError == nil)
  }

  @Test func displayableErrorShowsAnyError() async {
    let store = Store { throw S0StoreTests.Unknown() }
    await store.binding(state: state)

    await store.isolatedReceiveShowingAll(action: .fetchUser(id: 1))

    #expect(state.displayError != nil)
  }

  @Test func receiveReturnsBeforeTheActionIsDone() async {
    let store = Store { throw S0StoreTests.Offline() }
    await store.binding(state: state)

    store.receive(action: .fetchUser(id: 1))
    #expect(state.displayError == nil)
    await settle()

    #expect(state.displayError != nil)
  }
}
