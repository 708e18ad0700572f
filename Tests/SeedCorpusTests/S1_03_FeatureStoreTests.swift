import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The complete example of ScreenStateKit's README.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S1FeatureStoreTests {
  private struct Unknown: LocalizedError {
    var errorDescription: String? { "Something is wrong" }
  }

  private struct Service: S1Feature.DataServiceProtocol {
    let gate = Gate()
    let pages = LockIsolated<[Int]>([])
    var failure: (any Error)?

    func fetchItems(page: Int, limit: Int) async throws -> S1Feature.ItemPage {
      pages.withValue { $0.append(page) }
      try await gate.pass()
      if let failure { throw failure }
      return .init(items: [.init(name: "page \(page), at most \(limit)")])
    }
  }

  private let state = S1Feature.FeatureViewState()

  private func makeStore(_ service: Service) async -> S1Feature.FeatureViewStore {
    let store = S1Feature.FeatureViewStore(dataService: service)
    await store.binding(state: state)
    return store
  }

  @Test func itemsAreFetchedOnceWhileLoadingIsShown() async {
    let service = Service()
    let store = await makeStore(service)
    #expect(state.headerHeight == 120)

    store.receive(action: .fetchItems)
    store.receive(action: .fetchItems)
    await settle()
    #expect(state.isLoading)
    service.gate.open()
    await settle()

    #expect(service.pages.value == [1])
    #expect(state.items == [.init(name: "page 1, at most 20")])
    #expect(!state.isLoading)
  }

  @Test func secondPageIsAppendedWithoutLoading() async {
    let service = Service()
    let store = await makeStore(service)
    state.items = [.init(name: "first")]

    store.receive(action: .loadMore)
    await settle()
    #expect(!state.isLoading)
    service.gate.open()
    await settle()

    #expect(state.items == [.init(name: "first"), .init(name: "page 2, at most 20")])
  }

  @Test func anyErrorIsShownAndTheLockReleased() async {
    let service = Service(failure: Unknown())
    service.gate.open()
    let store = await makeStore(service)

    await store.isolatedReceive(action: .fetchItems)
    #expect(state.displayError?.message == "Something is wrong")
    #expect(!state.isLoading)

    await store.isolatedReceive(action: .fetchItems)
    #expect(service.pages.value == [1, 1])
  }
}
